BEGIN TRANSACTION;
CREATE TABLE changes (
    table_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    seat TEXT NOT NULL,       -- who asked for it; * at the start
    id TEXT,                  -- of the request; none for a computer's
    base INTEGER NOT NULL,    -- the lines after this one were replaced ...
    line INTEGER NOT NULL,    -- ... by those up to this one
    fingerprint TEXT,         -- of the position then, where a turn ended
    PRIMARY KEY (table_id, n)
) WITHOUT ROWID;
INSERT INTO "changes" VALUES('277qzgsa27',1,'*',NULL,0,12,NULL);
INSERT INTO "changes" VALUES('277qzgsa27',2,'P1','q139632493525648-1',12,15,NULL);
INSERT INTO "changes" VALUES('277qzgsa27',3,'P1','q139632493525648-2',15,16,NULL);
INSERT INTO "changes" VALUES('277qzgsa27',4,'P1','q139632493525648-3',16,17,'f5c9a0e68fc44798');
INSERT INTO "changes" VALUES('277qzgsa27',5,'P2','q139632493525648-4',17,20,NULL);
INSERT INTO "changes" VALUES('277qzgsa27',6,'P2','q139632493525648-5',20,21,NULL);
INSERT INTO "changes" VALUES('277qzgsa27',7,'P2','q139632493525648-6',21,22,'094d3507aa1e42b1');
INSERT INTO "changes" VALUES('fzuzusfbtn',1,'*',NULL,0,12,NULL);
INSERT INTO "changes" VALUES('qvt5nsgyan',1,'*',NULL,0,12,NULL);
INSERT INTO "changes" VALUES('qvt5nsgyan',2,'P1','q139632482397072-2',12,15,NULL);
INSERT INTO "changes" VALUES('qvt5nsgyan',3,'P1','q139632482397072-3',15,16,NULL);
INSERT INTO "changes" VALUES('qvt5nsgyan',4,'P1','back',15,15,NULL);
INSERT INTO "changes" VALUES('qvt5nsgyan',5,'P1','last',15,16,NULL);
INSERT INTO "changes" VALUES('xckwkn3kub',1,'*',NULL,0,12,NULL);
CREATE TABLE lines (
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    who TEXT NOT NULL,        -- P1 ..., or * for luck
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, line)
) WITHOUT ROWID;
INSERT INTO "lines" VALUES('277qzgsa27',1,'*','race Ghouls');
INSERT INTO "lines" VALUES('277qzgsa27',2,'*','power Forest');
INSERT INTO "lines" VALUES('277qzgsa27',3,'*','race Sorcerers');
INSERT INTO "lines" VALUES('277qzgsa27',4,'*','power Commando');
INSERT INTO "lines" VALUES('277qzgsa27',5,'*','race Halflings');
INSERT INTO "lines" VALUES('277qzgsa27',6,'*','power Hill');
INSERT INTO "lines" VALUES('277qzgsa27',7,'*','race Elves');
INSERT INTO "lines" VALUES('277qzgsa27',8,'*','power Fortified');
INSERT INTO "lines" VALUES('277qzgsa27',9,'*','race Dwarves');
INSERT INTO "lines" VALUES('277qzgsa27',10,'*','power Heroic');
INSERT INTO "lines" VALUES('277qzgsa27',11,'*','race Ratmen');
INSERT INTO "lines" VALUES('277qzgsa27',12,'*','power Mounted');
INSERT INTO "lines" VALUES('277qzgsa27',13,'P1','pick 6');
INSERT INTO "lines" VALUES('277qzgsa27',14,'*','race Giants');
INSERT INTO "lines" VALUES('277qzgsa27',15,'*','power Swamp');
INSERT INTO "lines" VALUES('277qzgsa27',16,'P1','stop');
INSERT INTO "lines" VALUES('277qzgsa27',17,'P1','done');
INSERT INTO "lines" VALUES('277qzgsa27',18,'P2','pick 6');
INSERT INTO "lines" VALUES('277qzgsa27',19,'*','race Orcs');
INSERT INTO "lines" VALUES('277qzgsa27',20,'*','power Pillaging');
INSERT INTO "lines" VALUES('277qzgsa27',21,'P2','stop');
INSERT INTO "lines" VALUES('277qzgsa27',22,'P2','done');
INSERT INTO "lines" VALUES('fzuzusfbtn',1,'*','race Tritons');
INSERT INTO "lines" VALUES('fzuzusfbtn',2,'*','power Merchant');
INSERT INTO "lines" VALUES('fzuzusfbtn',3,'*','race Trolls');
INSERT INTO "lines" VALUES('fzuzusfbtn',4,'*','power Spirit');
INSERT INTO "lines" VALUES('fzuzusfbtn',5,'*','race Skeletons');
INSERT INTO "lines" VALUES('fzuzusfbtn',6,'*','power Dragon Master');
INSERT INTO "lines" VALUES('fzuzusfbtn',7,'*','race Wizards');
INSERT INTO "lines" VALUES('fzuzusfbtn',8,'*','power Bivouacking');
INSERT INTO "lines" VALUES('fzuzusfbtn',9,'*','race Amazons');
INSERT INTO "lines" VALUES('fzuzusfbtn',10,'*','power Berserk');
INSERT INTO "lines" VALUES('fzuzusfbtn',11,'*','race Elves');
INSERT INTO "lines" VALUES('fzuzusfbtn',12,'*','power Underworld');
INSERT INTO "lines" VALUES('qvt5nsgyan',1,'*','race Lizardmen');
INSERT INTO "lines" VALUES('qvt5nsgyan',2,'*','power Shield');
INSERT INTO "lines" VALUES('qvt5nsgyan',3,'*','race Flames');
INSERT INTO "lines" VALUES('qvt5nsgyan',4,'*','power Vampire');
INSERT INTO "lines" VALUES('qvt5nsgyan',5,'*','race Shrooms');
INSERT INTO "lines" VALUES('qvt5nsgyan',6,'*','power Immortal');
INSERT INTO "lines" VALUES('qvt5nsgyan',7,'*','race Kraken');
INSERT INTO "lines" VALUES('qvt5nsgyan',8,'*','power Mystic');
INSERT INTO "lines" VALUES('qvt5nsgyan',9,'*','race Gnomes');
INSERT INTO "lines" VALUES('qvt5nsgyan',10,'*','power Mining');
INSERT INTO "lines" VALUES('qvt5nsgyan',11,'*','race Spiderines');
INSERT INTO "lines" VALUES('qvt5nsgyan',12,'*','power Reborn');
INSERT INTO "lines" VALUES('qvt5nsgyan',13,'P1','pick 1');
INSERT INTO "lines" VALUES('qvt5nsgyan',14,'*','race Drow');
INSERT INTO "lines" VALUES('qvt5nsgyan',15,'*','power Royal');
INSERT INTO "lines" VALUES('qvt5nsgyan',16,'P1','conquer 2');
INSERT INTO "lines" VALUES('xckwkn3kub',1,'*','race Sorcerers');
INSERT INTO "lines" VALUES('xckwkn3kub',2,'*','power Hill');
INSERT INTO "lines" VALUES('xckwkn3kub',3,'*','race Giants');
INSERT INTO "lines" VALUES('xckwkn3kub',4,'*','power Flying');
INSERT INTO "lines" VALUES('xckwkn3kub',5,'*','race Halflings');
INSERT INTO "lines" VALUES('xckwkn3kub',6,'*','power Wealthy');
INSERT INTO "lines" VALUES('xckwkn3kub',7,'*','race Humans');
INSERT INTO "lines" VALUES('xckwkn3kub',8,'*','power Underworld');
INSERT INTO "lines" VALUES('xckwkn3kub',9,'*','race Ghouls');
INSERT INTO "lines" VALUES('xckwkn3kub',10,'*','power Swamp');
INSERT INTO "lines" VALUES('xckwkn3kub',11,'*','race Ratmen');
INSERT INTO "lines" VALUES('xckwkn3kub',12,'*','power Alchemist');
CREATE TABLE reviews (
    table_id TEXT PRIMARY KEY,
    made REAL NOT NULL,       -- when
    review TEXT NOT NULL      -- JSON
) WITHOUT ROWID;
INSERT INTO "reviews" VALUES('277qzgsa27',1794810717.05413,'{"moves": 12, "by": 2260}');
CREATE TABLE seats (
    table_id TEXT NOT NULL,
    seat TEXT NOT NULL,       -- P1 ...
    kind TEXT NOT NULL,       -- device, link or computer
    name TEXT NOT NULL,
    level TEXT,               -- of a computer's seat
    digest BLOB,              -- of the secret; none for a computer's seat
    claimed INTEGER NOT NULL, -- somebody has come with the secret
    computer TEXT,            -- the level that plays it now
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
INSERT INTO "seats" VALUES('277qzgsa27','P1','device','',NULL,X'FBDDCB2C8344CB617704305BC762F8894319B39F59C94C408BF7E60C8D6F4C89',1,NULL);
INSERT INTO "seats" VALUES('277qzgsa27','P2','device','',NULL,X'FBE3EF96E082D9E221DC5FEE3B604C76758BFC09B46650405AC916E5BF980C6A',1,NULL);
INSERT INTO "seats" VALUES('fzuzusfbtn','P1','device','',NULL,X'FBDDCB2C8344CB617704305BC762F8894319B39F59C94C408BF7E60C8D6F4C89',1,NULL);
INSERT INTO "seats" VALUES('fzuzusfbtn','P2','device','',NULL,X'FBE3EF96E082D9E221DC5FEE3B604C76758BFC09B46650405AC916E5BF980C6A',1,NULL);
INSERT INTO "seats" VALUES('qvt5nsgyan','P1','device','Anna',NULL,X'CCFD0B83F0FA07042CABB9A949D78CFAC297F0426E0E1CFF246E19F88F1CF9AB',1,NULL);
INSERT INTO "seats" VALUES('qvt5nsgyan','P2','link','',NULL,X'1761E7DC5662B8EC5A80FA92812875159777D50BD465BA2BA93011E6D40BD964',0,NULL);
INSERT INTO "seats" VALUES('qvt5nsgyan','P3','computer','','random',NULL,1,'random');
INSERT INTO "seats" VALUES('xckwkn3kub','P1','device','',NULL,X'745C2D375104DD2A012939E3A5B90F305E8BF302A4BBEDB02D89D3DD61CB7783',1,NULL);
INSERT INTO "seats" VALUES('xckwkn3kub','P2','link','',NULL,X'66498C042471BD550E66D40D7CE24C2685A108E8973855B3392C0A0B719C0D11',0,NULL);
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    created REAL NOT NULL,
    moved REAL NOT NULL,      -- when the last line was written
    header TEXT NOT NULL,     -- of the record, without the names of the players
    wish TEXT NOT NULL,       -- what was asked for, as JSON, for a rematch
    watch TEXT NOT NULL,      -- opens the table to spectators
    open INTEGER NOT NULL,    -- listed for guests
    n INTEGER NOT NULL,       -- version: one more with every change
    line INTEGER NOT NULL,    -- lines of the record
    turn INTEGER NOT NULL,
    acting TEXT,              -- the seat to act
    over INTEGER NOT NULL,
    result TEXT,              -- JSON, once the game is over
    rematch TEXT              -- the table where the same people play again
);
INSERT INTO "tables" VALUES('qvt5nsgyan',1.79481071488106441497e+09,1.79481071517534494395e+09,'record: 1
rules: 1
map: underground-3
world: underground
players: 3
turns: 2
first: P1
coins: open
places: yes
ghouls_reenter: no

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"link","name":"","level":null},{"kind":"computer","name":"","level":"random"}],"map":"underground-3","world":"","turns":2,"first":"P1","coins":"open","places":true,"settings":{"ghouls_reenter":false},"custom":[],"open":false,"hints":null}','EB3OklH5BQ3HLuT0n5T3khAlpad-t7ne',0,5,16,1,'P1',0,NULL,NULL);
INSERT INTO "tables" VALUES('277qzgsa27',1.79481071531811738018e+09,1.79481071571019744868e+09,'record: 1
rules: 1
map: base-2
world: base
players: 2
turns: 1
first: P1
coins: hidden
places: yes

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"device","name":"","level":null}],"map":"base-2","world":"","turns":1,"first":"P1","coins":"hidden","places":true,"settings":{},"custom":[],"open":true,"hints":null}','qbMFtQOYJhe8pb8wvmDKnE8lO2ieLjx3',1,7,22,1,NULL,1,'{"coins":[0,0],"tokens":[0,0],"winners":["P1","P2"]}','fzuzusfbtn');
INSERT INTO "tables" VALUES('fzuzusfbtn',1.7948107170805149078e+09,1.79481071708109235765e+09,'record: 1
rules: 1
map: base-2
world: base
players: 2
turns: 1
first: P1
coins: hidden
places: yes

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"device","name":"","level":null}],"map":"base-2","world":"","turns":1,"first":"P1","coins":"hidden","places":true,"settings":{},"custom":[],"open":true,"hints":null}','cCnXtWRrozFu0xDfRiELFd7C7IBDd-9q',1,1,12,1,'P1',0,NULL,NULL);
INSERT INTO "tables" VALUES('xckwkn3kub',1.79481071715591883656e+09,1.79481071715651845934e+09,'record: 1
rules: 1
map: base-2
world: base
players: 2
turns: 10
first: P1
coins: hidden
places: yes

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"link","name":"","level":null}],"map":"base-2","world":"","turns":null,"first":"P1","coins":"hidden","places":true,"settings":{},"custom":[],"open":true,"hints":null}','N6FdQTjNCGGVX84WhkULuuMnBG1tPc5s',1,1,12,1,'P1',0,NULL,NULL);
CREATE INDEX seats_by_digest ON seats (digest);
CREATE UNIQUE INDEX changes_by_request ON changes (table_id, seat, id);
COMMIT;
