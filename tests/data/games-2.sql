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
INSERT INTO "changes" VALUES('5646egtwau',1,'*',NULL,0,12,NULL);
INSERT INTO "changes" VALUES('5646egtwau',2,'P1','q140459053576720-2',12,15,NULL);
INSERT INTO "changes" VALUES('5646egtwau',3,'P1','q140459053576720-3',15,16,NULL);
INSERT INTO "changes" VALUES('5646egtwau',4,'P1','back',15,15,NULL);
INSERT INTO "changes" VALUES('5646egtwau',5,'P1','last',15,16,NULL);
INSERT INTO "changes" VALUES('5q7wbxuvdx',1,'*',NULL,0,12,NULL);
INSERT INTO "changes" VALUES('8hcwpsunzn',1,'*',NULL,0,12,NULL);
INSERT INTO "changes" VALUES('8hcwpsunzn',2,'P1','q140459068972688-1',12,15,NULL);
INSERT INTO "changes" VALUES('8hcwpsunzn',3,'P1','q140459068972688-2',15,16,NULL);
INSERT INTO "changes" VALUES('8hcwpsunzn',4,'P1','q140459068972688-3',16,17,'9a90b5ac2efe0666');
INSERT INTO "changes" VALUES('8hcwpsunzn',5,'P2','q140459068972688-4',17,20,NULL);
INSERT INTO "changes" VALUES('8hcwpsunzn',6,'P2','q140459068972688-5',20,21,NULL);
INSERT INTO "changes" VALUES('8hcwpsunzn',7,'P2','q140459068972688-6',21,22,'7418e07b73eae344');
INSERT INTO "changes" VALUES('e8jt7wstgb',1,'*',NULL,0,12,NULL);
CREATE TABLE lines (
    table_id TEXT NOT NULL,
    line INTEGER NOT NULL,
    who TEXT NOT NULL,        -- P1 ..., or * for luck
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, line)
) WITHOUT ROWID;
INSERT INTO "lines" VALUES('5646egtwau',1,'*','race Mummies');
INSERT INTO "lines" VALUES('5646egtwau',2,'*','power Frightened');
INSERT INTO "lines" VALUES('5646egtwau',3,'*','race Mudmen');
INSERT INTO "lines" VALUES('5646egtwau',4,'*','power Mining');
INSERT INTO "lines" VALUES('5646egtwau',5,'*','race Cultists');
INSERT INTO "lines" VALUES('5646egtwau',6,'*','power Royal');
INSERT INTO "lines" VALUES('5646egtwau',7,'*','race Gnomes');
INSERT INTO "lines" VALUES('5646egtwau',8,'*','power Mystic');
INSERT INTO "lines" VALUES('5646egtwau',9,'*','race Shadow Mimes');
INSERT INTO "lines" VALUES('5646egtwau',10,'*','power Vanishing');
INSERT INTO "lines" VALUES('5646egtwau',11,'*','race Flames');
INSERT INTO "lines" VALUES('5646egtwau',12,'*','power Shield');
INSERT INTO "lines" VALUES('5646egtwau',13,'P1','pick 1');
INSERT INTO "lines" VALUES('5646egtwau',14,'*','race Liches');
INSERT INTO "lines" VALUES('5646egtwau',15,'*','power Stone');
INSERT INTO "lines" VALUES('5646egtwau',16,'P1','conquer 2');
INSERT INTO "lines" VALUES('5q7wbxuvdx',1,'*','race Sorcerers');
INSERT INTO "lines" VALUES('5q7wbxuvdx',2,'*','power Stout');
INSERT INTO "lines" VALUES('5q7wbxuvdx',3,'*','race Tritons');
INSERT INTO "lines" VALUES('5q7wbxuvdx',4,'*','power Diplomat');
INSERT INTO "lines" VALUES('5q7wbxuvdx',5,'*','race Wizards');
INSERT INTO "lines" VALUES('5q7wbxuvdx',6,'*','power Seafaring');
INSERT INTO "lines" VALUES('5q7wbxuvdx',7,'*','race Amazons');
INSERT INTO "lines" VALUES('5q7wbxuvdx',8,'*','power Bivouacking');
INSERT INTO "lines" VALUES('5q7wbxuvdx',9,'*','race Ghouls');
INSERT INTO "lines" VALUES('5q7wbxuvdx',10,'*','power Alchemist');
INSERT INTO "lines" VALUES('5q7wbxuvdx',11,'*','race Trolls');
INSERT INTO "lines" VALUES('5q7wbxuvdx',12,'*','power Fortified');
INSERT INTO "lines" VALUES('8hcwpsunzn',1,'*','race Wizards');
INSERT INTO "lines" VALUES('8hcwpsunzn',2,'*','power Diplomat');
INSERT INTO "lines" VALUES('8hcwpsunzn',3,'*','race Trolls');
INSERT INTO "lines" VALUES('8hcwpsunzn',4,'*','power Swamp');
INSERT INTO "lines" VALUES('8hcwpsunzn',5,'*','race Amazons');
INSERT INTO "lines" VALUES('8hcwpsunzn',6,'*','power Wealthy');
INSERT INTO "lines" VALUES('8hcwpsunzn',7,'*','race Skeletons');
INSERT INTO "lines" VALUES('8hcwpsunzn',8,'*','power Hill');
INSERT INTO "lines" VALUES('8hcwpsunzn',9,'*','race Ratmen');
INSERT INTO "lines" VALUES('8hcwpsunzn',10,'*','power Underworld');
INSERT INTO "lines" VALUES('8hcwpsunzn',11,'*','race Ghouls');
INSERT INTO "lines" VALUES('8hcwpsunzn',12,'*','power Heroic');
INSERT INTO "lines" VALUES('8hcwpsunzn',13,'P1','pick 6');
INSERT INTO "lines" VALUES('8hcwpsunzn',14,'*','race Humans');
INSERT INTO "lines" VALUES('8hcwpsunzn',15,'*','power Bivouacking');
INSERT INTO "lines" VALUES('8hcwpsunzn',16,'P1','stop');
INSERT INTO "lines" VALUES('8hcwpsunzn',17,'P1','done');
INSERT INTO "lines" VALUES('8hcwpsunzn',18,'P2','pick 6');
INSERT INTO "lines" VALUES('8hcwpsunzn',19,'*','race Elves');
INSERT INTO "lines" VALUES('8hcwpsunzn',20,'*','power Fortified');
INSERT INTO "lines" VALUES('8hcwpsunzn',21,'P2','stop');
INSERT INTO "lines" VALUES('8hcwpsunzn',22,'P2','done');
INSERT INTO "lines" VALUES('e8jt7wstgb',1,'*','race Sorcerers');
INSERT INTO "lines" VALUES('e8jt7wstgb',2,'*','power Stout');
INSERT INTO "lines" VALUES('e8jt7wstgb',3,'*','race Humans');
INSERT INTO "lines" VALUES('e8jt7wstgb',4,'*','power Dragon Master');
INSERT INTO "lines" VALUES('e8jt7wstgb',5,'*','race Orcs');
INSERT INTO "lines" VALUES('e8jt7wstgb',6,'*','power Berserk');
INSERT INTO "lines" VALUES('e8jt7wstgb',7,'*','race Halflings');
INSERT INTO "lines" VALUES('e8jt7wstgb',8,'*','power Commando');
INSERT INTO "lines" VALUES('e8jt7wstgb',9,'*','race Trolls');
INSERT INTO "lines" VALUES('e8jt7wstgb',10,'*','power Heroic');
INSERT INTO "lines" VALUES('e8jt7wstgb',11,'*','race Dwarves');
INSERT INTO "lines" VALUES('e8jt7wstgb',12,'*','power Wealthy');
CREATE TABLE reviews (
    table_id TEXT PRIMARY KEY,
    made REAL NOT NULL,       -- when
    review TEXT NOT NULL      -- JSON
) WITHOUT ROWID;
INSERT INTO "reviews" VALUES('8hcwpsunzn',1.79481230702768778805e+09,'{"seats":["P1","P2"],"players":["P1","P2"],"map":"base-2","turns":1,"finished":true,"simulations":10,"seed":1,"start":[9.76,9.49],"end":[0.0,0.0],"luck":[2.44,0.41],"own":[-12.2,-13.2],"others":[0.0,3.3],"steps":[{"move":1,"turn":1,"seat":"P1","kind":"luck","do":"race Wizards","expected":[11.62,11.41],"change":[1.86,1.92]},{"move":2,"turn":1,"seat":"P1","kind":"luck","do":"power Diplomat","expected":[10.81,9.79],"change":[-0.81,-1.63]},{"move":3,"turn":1,"seat":"P1","kind":"luck","do":"race Trolls","expected":[9.53,10.21],"change":[-1.28,0.42]},{"move":4,"turn":1,"seat":"P1","kind":"luck","do":"power Swamp","expected":[9.02,11.48],"change":[-0.51,1.27]},{"move":5,"turn":1,"seat":"P1","kind":"luck","do":"race Amazons","expected":[9.25,11.25],"change":[0.23,-0.23]},{"move":6,"turn":1,"seat":"P1","kind":"luck","do":"power Wealthy","expected":[9.0,11.5],"change":[-0.25,0.25]},{"move":7,"turn":1,"seat":"P1","kind":"luck","do":"race Skeletons","expected":[9.0,11.5],"change":[0.0,-0.0]},{"move":8,"turn":1,"seat":"P1","kind":"luck","do":"power Hill","expected":[9.0,11.49],"change":[0.0,-0.01]},{"move":9,"turn":1,"seat":"P1","kind":"luck","do":"race Ratmen","expected":[9.0,11.37],"change":[0.0,-0.11]},{"move":10,"turn":1,"seat":"P1","kind":"luck","do":"power Underworld","expected":[9.03,11.47],"change":[0.02,0.1]},{"move":11,"turn":1,"seat":"P1","kind":"luck","do":"race Ghouls","expected":[9.23,11.27],"change":[0.21,-0.21]},{"move":12,"turn":1,"seat":"P1","kind":"luck","do":"power Heroic","expected":[12.5,8.02],"change":[3.26,-3.25]},{"move":13,"turn":1,"seat":"P1","kind":"play","do":"pick 6","expected":[4.5,8.52],"change":[-8.0,0.5]},{"move":14,"turn":1,"seat":"P1","kind":"luck","do":"race Humans","expected":[4.48,8.64],"change":[-0.02,0.12]},{"move":15,"turn":1,"seat":"P1","kind":"luck","do":"power Bivouacking","expected":[4.2,10.4],"change":[-0.28,1.76]},{"move":16,"turn":1,"seat":"P1","kind":"play","do":"stop","expected":[0.0,13.2],"change":[-4.2,2.8]},{"move":17,"turn":1,"seat":"P1","kind":"play","do":"done","expected":[0.0,13.2],"change":[0.0,0.0]},{"move":18,"turn":1,"seat":"P2","kind":"play","do":"pick 6","expected":[0.0,6.0],"change":[0.0,-7.2]},{"move":19,"turn":1,"seat":"P2","kind":"luck","do":"race Elves","expected":[0.0,6.0],"change":[0.0,0.0]},{"move":20,"turn":1,"seat":"P2","kind":"luck","do":"power Fortified","expected":[0.0,6.0],"change":[0.0,-0.0]},{"move":21,"turn":1,"seat":"P2","kind":"play","do":"stop","expected":[0.0,0.0],"change":[0.0,-6.0]},{"move":22,"turn":1,"seat":"P2","kind":"play","do":"done","expected":[0.0,0.0],"change":[0.0,0.0]}],"mistakes":[{"move":13,"turn":1,"seat":"P1","do":"pick 6","better":"pick 3","lost":13.7,"own":11.6},{"move":18,"turn":1,"seat":"P2","do":"pick 6","better":"pick 3","lost":10.6,"own":10.6},{"move":21,"turn":1,"seat":"P2","do":"stop","better":"conquer 2","lost":6.38,"own":6.38},{"move":16,"turn":1,"seat":"P1","do":"stop","better":"conquer 2","lost":6.05,"own":4.4}]}');
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
INSERT INTO "seats" VALUES('5646egtwau','P1','device','Anna',NULL,X'06B2E4016D1378D660BDC8C28A06BD670C85A291CE9CA6DFA117C3FD9F784991',1,NULL);
INSERT INTO "seats" VALUES('5646egtwau','P2','link','',NULL,X'9F557872E092F3BA830AD8FFC4E37B5D86357549089750F06C11971E1D050A11',0,NULL);
INSERT INTO "seats" VALUES('5646egtwau','P3','computer','','random',NULL,1,'random');
INSERT INTO "seats" VALUES('5q7wbxuvdx','P1','device','',NULL,X'812F1F3D0980D510B961F6EA0784E7FFB281F2D83288CB3E6250F4B72BFC6194',1,NULL);
INSERT INTO "seats" VALUES('5q7wbxuvdx','P2','device','',NULL,X'6BCC5AA4236BFB7C6448B714BBF2F3821550757956AA70A112E00705B4C53084',1,NULL);
INSERT INTO "seats" VALUES('8hcwpsunzn','P1','device','',NULL,X'812F1F3D0980D510B961F6EA0784E7FFB281F2D83288CB3E6250F4B72BFC6194',1,NULL);
INSERT INTO "seats" VALUES('8hcwpsunzn','P2','device','',NULL,X'6BCC5AA4236BFB7C6448B714BBF2F3821550757956AA70A112E00705B4C53084',1,NULL);
INSERT INTO "seats" VALUES('e8jt7wstgb','P1','device','',NULL,X'ACD03BBA474926F0533D91978A79F925981DF6A8AF5094EFA1A283A010700480',1,NULL);
INSERT INTO "seats" VALUES('e8jt7wstgb','P2','link','',NULL,X'DE30AEFF08030613DBD2A07DC5F710D73361341DE48E40AE2785891DDF60B47C',0,NULL);
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
INSERT INTO "tables" VALUES('5646egtwau',1.79481230116648721693e+09,1.79481230150718927378e+09,'record: 1
rules: 1
map: underground-3
world: underground
players: 3
turns: 2
first: P1
coins: open
places: yes
ghouls_reenter: no

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"link","name":"","level":null},{"kind":"computer","name":"","level":"random"}],"map":"underground-3","world":"","turns":2,"first":"P1","coins":"open","places":true,"settings":{"ghouls_reenter":false},"custom":[],"open":false,"hints":null}','PmIRdjP4kXTJLGpKI8YsFznAnI0PTZvr',0,5,16,1,'P1',0,NULL,NULL);
INSERT INTO "tables" VALUES('8hcwpsunzn',1.794812301576747179e+09,1.79481230189093351364e+09,'record: 1
rules: 1
map: base-2
world: base
players: 2
turns: 1
first: P1
coins: hidden
places: yes

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"device","name":"","level":null}],"map":"base-2","world":"","turns":1,"first":"P1","coins":"hidden","places":true,"settings":{},"custom":[],"open":true,"hints":null}','V1P5-NzaZS131tl9lbwmYc4N5GgLUUTs',1,7,22,1,NULL,1,'{"coins":[0,0],"tokens":[0,0],"winners":["P1","P2"]}','5q7wbxuvdx');
INSERT INTO "tables" VALUES('5q7wbxuvdx',1.79481230704243087774e+09,1.79481230704313349721e+09,'record: 1
rules: 1
map: base-2
world: base
players: 2
turns: 1
first: P1
coins: hidden
places: yes

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"device","name":"","level":null}],"map":"base-2","world":"","turns":1,"first":"P1","coins":"hidden","places":true,"settings":{},"custom":[],"open":true,"hints":null}','5_6BX16kl21CxeANwLOnQtxnJRATeIEG',1,1,12,1,'P1',0,NULL,NULL);
INSERT INTO "tables" VALUES('e8jt7wstgb',1.79481230704911828041e+09,1.79481230705038595201e+09,'record: 1
rules: 1
map: base-2
world: base
players: 2
turns: 10
first: P1
coins: hidden
places: yes

','{"seats":[{"kind":"device","name":"","level":null},{"kind":"link","name":"","level":null}],"map":"base-2","world":"","turns":null,"first":"P1","coins":"hidden","places":true,"settings":{},"custom":[],"open":true,"hints":null}','_BUjPeZ8BcdWIYiJ_a_XrgSmBH2SKIHq',1,1,12,1,'P1',0,NULL,NULL);
CREATE INDEX seats_by_digest ON seats (digest);
CREATE UNIQUE INDEX changes_by_request ON changes (table_id, seat, id);
COMMIT;
