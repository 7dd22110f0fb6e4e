// Our own little pictures, in a box from -12 to 12: filled shapes and lines.

export interface Glyph {
  fill: string;
  line: string;
}

const glyph = (fill: string, line = ""): Glyph => ({ fill, line });

const COIN = glyph("M0-9a9 9 0 1 0 .01 0zM0-6a6 6 0 1 1-.01 0z", "M0-4V4M-2.5-2h5M-2.5 2h5");
const SKULL = glyph(
  "M0-10C-6-10-9-6-9-1c0 3 1.5 5 3.5 6v4h11V5C7.5 4 9 2 9-1c0-5-3-9-9-9zM-4-3a2.3 2.3 0 1 1-.01 0zM4-3a2.3 2.3 0 1 1-.01 0zM0 2l1.5 3h-3z",
);
const TREE = glyph("M0-11L6-3H3L8 4H2V10H-2V4H-8L-3-3H-6z");
const WAVES = glyph("", "M-10-4q3.3-5 6.6 0t6.7 0 6.7 0M-10 2q3.3-5 6.6 0t6.7 0 6.7 0M-10 8q3.3-5 6.6 0t6.7 0 6.7 0");
const WINGS = glyph("M0 8C-2 2-5 1-11 2C-10-1-8-2-5-2C-9-4-11-6-11-10C-5-9-1-6 0 0C1-6 5-9 11-10C11-6 9-4 5-2C8-2 10-1 11 2C5 1 2 2 0 8z");
const SWORDS = glyph("M-9-11L3 1L1 3L-11-9V-11zM9-11L-3 1L-1 3L11-9V-11z", "M-7 1L-1 7M7 1L1 7M-4 4L-9 9M4 4L9 9");
const TOWER = glyph("M-7-10h3v3h2.5v-3h3v3H4v-3h3V10H2.5V4a2.5 2.5 0 0 0-5 0v6H-7z");
const TENT = glyph("M0-10L11 9H3L0 2L-3 9H-11z", "M-2-11L0-9L2-11");
const CROWN = glyph("M-10 7L-11-6L-5 0L0-9L5 0L11-6L10 7zM-10 8.5h20V11h-20z");
const FLAME = glyph("M1-12C3-6 8-4 8 3c0 5-3.5 8-8 8s-8-3-8-8c0-3 2-5 3-8C-3-3-2-1-1 0C1-3 2-7 1-12z");
const STAR = glyph("M0-11L3-3.5L11-3L5 2L7 10L0 5.5L-7 10L-5 2L-11-3L-3-3.5z");
const HEART = glyph("M0 10C-8 4-11 0-11-4c0-4 5-7 8-4.5C-1.5-7-.5-6 0-5C.5-6 1.5-7 3-8.5C6-11 11-8 11-4C11 0 8 4 0 10z");
const HAND = glyph("M-6 10V1L-9-3C-10-5-7.5-6.5-6.5-5L-5-3V-8c0-2 3-2 3 0v-2c0-2 3-2 3 0v2c0-2 3-2 3 0v3c0-1.6 3-1.6 3 0V4L5 10z");
const RING = glyph("M0-4a7 7 0 1 0 .01 0zM0-1a4 4 0 1 1-.01 0zM-3-11h6l2 4-5 4-5-4z");
const EYE = glyph("M-11 0C-6-7 6-7 11 0C6 7-6 7-11 0zM0-4a4 4 0 1 0 .01 0z");
const PICK = glyph("M-11-3C-6-11 6-11 11-3C6-6 3-6 1.5-6L1.5 11H-1.5L-1.5-6C-3-6-6-6-11-3z");
const HAMMER = glyph("M-8-10H8V-3H2V11H-2V-3H-8z");
const MOUNTAIN = glyph("M-12 9L-3-9L2-1L5-5L12 9zM-3-5L-5.5 0L-3 1L-1-1z");
const HILLS = glyph("M-12 8C-9-3-3-5 0 0C3-8 9-6 12 8z");
const SHIELD = glyph("M-8-10H8V0c0 6-4 9-8 11C-4 9-8 6-8 0zM0-7V8C3 6 5 4 5 0V-7z");
const GHOST = glyph("M-8 10V-2c0-11 16-11 16 0V10L5 7L2.5 10L0 7L-2.5 10L-5 7zM-3-4a1.8 2.2 0 1 1-.01 0zM3-4a1.8 2.2 0 1 1-.01 0z");
const BAG = glyph("M-4-10h8l-2 4C7-3 9 1 9 5c0 4-3 5-9 5s-9-1-9-5c0-4 2-8 7-11z", "");
const CAVE = glyph("M-11 9C-11-5-5-10 0-10S11-5 11 9H5C5 1 3-2 0-2S-5 1-5 9z");
const ARROW_RING = glyph("M8-8v7H1l2.6-2.6A5.5 5.5 0 1 0 5.3 2H9A9 9 0 1 1 5.7-6.3z");
const FISH = glyph("M-11-6L-6-1C-2-7 6-7 11 0C6 7-2 7-6 1L-11 6zM6-2.5a1.3 1.3 0 1 1-.01 0z");
const SPEAR = glyph("M0-12L4-5L1.3-3V11H-1.3V-3L-4-5z", "M-5 3h10");
const HORSESHOE = glyph("M-8-10h4V0a4 4 0 0 0 8 0V-10h4V0A8 8 0 0 1 2 7.5V10h-4V7.5A8 8 0 0 1-8 0z");
const ANCHOR = glyph("M0-11a3 3 0 1 0 .01 0z", "M0-5V9M-5-2H5M-9 2c0 9 18 9 18 0");
const FLASK = glyph("M-3-11h6v2H2v5L9 8c1 2 0 3-2 3H-7c-2 0-3-1-2-3L-2-4V-9h-1zM-4 4h8L1.5 0h-3z");
const DRAGON = glyph("M-11 6C-9-2-4-3-4-7C-4-11 3-12 6-9L11-8L7-5C5-4 4-3 4-1C8-3 11-1 11 3C8 1 6 3 5 6C3 10-3 10-5 7L-8 8zM3-8.3a1 1 0 1 1-.01 0z");
const GEM = glyph("M-6-8H6L11-2L0 10L-11-2zM-5-2L0 6L5-2z");
const BOOT = glyph("M-5-11H3V0C6 2 10 2 10 6V10H-7V4z");
const SOCKS = glyph("M-9-11h6v9l4 5c2 3-2 6-5 3l-5-5zM2-11h6v9l3 4c1 3-2 5-4 3l-5-4z");
const HELMET = glyph("M-9 9V-1C-9-12 9-12 9-1V9H4V2H1.5V9h-3V2H-4V9zM-5-2h10v2H-5z");
const LEAF = glyph("M10-10C-4-10-10-3-8 5L-11 10L-9 11L-6 7C4 9 10 2 10-10z");
const MUSHROOM = glyph("M-11 1C-10-13 10-13 11 1zM-3.5 2.5h7L5 10H-5zM-4-6a1.7 1.7 0 1 1-.01 0zM4-4.5a1.7 1.7 0 1 1-.01 0z");
const SPARK = glyph("M0-12L2.5-2.5L12 0L2.5 2.5L0 12L-2.5 2.5L-12 0L-2.5-2.5z");
const PIPE = glyph("M-11-8h6v3h5a6 6 0 0 1 6 6v3h3v6H-1V4h2V2a2 2 0 0 0-2-2h-4v3h-6z");
const FOUNTAIN = glyph("M-10 4h20c0 4-4 6-8 6h-4c-4 0-8-2-8-6z", "M0 3V-6M0-6C-2-11-8-9-7-3M0-6C2-11 8-9 7-3");
const STONES = glyph("M-10-7h20v4H8V9H4V-3h-2.5V9h-3V-3H-4V9H-8V-3h-2z");
const PENTACLE = glyph("", "M0-10L6 8L-9.5-3H9.5L-6 8zM0-10.5a10.5 10.5 0 1 0 .01 0z");
const CARPET = glyph("M-10-5L4-9L10 5L-4 9zM-5.5-2.5L-3 4L5.5 2L3-4.5z", "M-11-2L-6 10M6-10L11 2");
const SCEPTER = glyph("M4-12a4.5 4.5 0 1 1-.01 0zM1-3L3-1L-7 11L-10 8z");
const ORB = glyph("M0-11a8 8 0 1 0 .01 0zM-3-8C-5-7-6-5-6-3L-4-3C-4-5-3-6-2-6.5zM-7 6H7L9 11H-9z");
const RABBIT = glyph("M-5-12C-2-10-2-6-2-4H2C2-6 2-10 5-12C7-8 5-5 4-3C8 0 8 9 0 9S-8 0-4-3C-5-5-7-8-5-12zM-3 0a1.3 1.3 0 1 1-.01 0zM3 0a1.3 1.3 0 1 1-.01 0z");

export const GLYPHS: Record<string, Glyph> = {
  // races above
  Amazons: glyph("M-8-11C6-9 8 9-8 11C0 6 0-6-8-11z", "M-8-11V11M-9 0H11M7-3L11 0L7 3"),
  Dwarves: glyph("M-7-5C-7-13 7-13 7-5zM-8-3H8C9 5 5 11 0 12C-5 11-9 5-8-3zM-3-1a1.2 1.2 0 1 1-.01 0zM3-1a1.2 1.2 0 1 1-.01 0z"),
  Elves: LEAF,
  Ghouls: glyph("M0-11C-7-11-9-6-9-2L-11 8L-6 5L-4 11H4L6 5L11 8L9-2C9-6 7-11 0-11zM-4-5L-1-2L-5-1zM4-5L1-2L5-1zM-4 3h8L2 6L0 4L-2 6z"),
  Giants: glyph("M-5-12h10v6H-5zM-9-5H9V3H6V-1H4V12H1V4H-1V12H-4V-1H-6V3H-9z"),
  Halflings: BOOT,
  Humans: HELMET,
  Orcs: glyph("M0-10C-5-10-8-7-8-3L-12-5L-8 2C-8 7-4 11 0 11S8 7 8 2L12-5L8-3C8-7 5-10 0-10zM-5-2L-1 0L-4 1zM5-2L1 0L4 1zM-5 8L-4 3L-2 6H2L4 3L5 8z"),
  Ratmen: glyph("M-9-10C-4-11-3-7-3-6H3C3-7 4-11 9-10C12-6 9-3 7-2C8 3 3 11 0 11S-8 3-7-2C-9-3-12-6-9-10zM-3 0a1.3 1.3 0 1 1-.01 0zM3 0a1.3 1.3 0 1 1-.01 0z", "M-4 6L-10 5M-4 8L-9 10M4 6L10 5M4 8L9 10"),
  Skeletons: SKULL,
  Sorcerers: glyph("M0-12L5 3H-5zM-11 4h22L9 8H-9z", "M-6 11h12"),
  Tritons: glyph("", "M0 11V-10M-8-10V-4C-8 3 8 3 8-4V-10M-3-7L0-11L3-7M-4 5h8"),
  Trolls: glyph("M-3-11C4-12 8-8 7-2C10 2 9 6 6 7V11H-6V7C-9 6-10 2-7-2C-8-6-7-10-3-11zM-3-4a1.5 1.5 0 1 1-.01 0zM3-4a1.5 1.5 0 1 1-.01 0zM-3 0L0-2L3 0L2 3H-2z"),
  Wizards: glyph("M-1-12C3-10 4-8 3-5L9 7H-9L-3-5C-3-8-2-10-1-12zM0-4L1-1.5L3.5-1L1.5 1L2 3.5L0 2L-2 3.5L-1.5 1L-3.5-1L-1-1.5zM-11 8h22v3h-22z"),
  // races below
  Cultists: glyph("M0-12C7-10 9-2 9 11H-9C-9-2-7-10 0-12zM0-6C-4-6-5-2-4 2C-2 4 2 4 4 2C5-2 4-6 0-6z"),
  Drow: glyph("M4-11A11.2 11.2 0 1 0 4 11A12.1 12.1 0 0 1 4-11zM7-5L8-1L12 0L8 1L7 5L6 1L2 0L6-1z"),
  Flames: FLAME,
  Gnomes: glyph("M1-12L8 1H-8zM-7 2H7C7 8 4 12 0 12S-7 8-7 2zM-3 4a1.2 1.2 0 1 1-.01 0zM3 4a1.2 1.2 0 1 1-.01 0z"),
  "Iron Dwarves": glyph("M-10-10H4V-3H-2V11H-5V-3H-10zM5-9L11-6L5-3z"),
  Kraken: glyph("M0-11C-5-11-8-7-8-3C-8 0-6 2-6 4C-6 8-10 7-10 10C-6 11-3 9-3 4H-1V11H1V4H3C3 9 6 11 10 10C10 7 6 8 6 4C6 2 8 0 8-3C8-7 5-11 0-11zM-3-4a1.7 1.7 0 1 1-.01 0zM3-4a1.7 1.7 0 1 1-.01 0z"),
  Liches: glyph("M-9-12L-5-9L0-12L5-9L9-12L8-6H-8zM0-6C-6-6-8-3-8 1C-8 3-6 5-5 6V11H5V6C6 5 8 3 8 1C8-3 6-6 0-6zM-3-1a2 2 0 1 1-.01 0zM3-1a2 2 0 1 1-.01 0z"),
  Lizardmen: glyph("M-11-3C-6-9 4-9 11-3L6 0L11 3C4 7-4 7-9 5L-7 9L-11 7zM-3-5a1.5 1.5 0 1 1-.01 0z"),
  Mudmen: glyph("M0-11C4-5 9-2 9 4C9 9 5 11 0 11S-9 9-9 4C-9-2-4-5 0-11zM-3 1a1.6 1.6 0 1 1-.01 0zM3 1a1.6 1.6 0 1 1-.01 0zM-3 6h6v1.5h-6z"),
  Mummies: glyph("M0-11C-6-11-8-7-8-2V3C-8 8-4 11 0 11S8 8 8 3V-2C8-7 6-11 0-11zM-8-5L8-8V-6L-8-3zM-5 0H-1V2H-5zM1 0H5V2H1zM-7 6L7 4V5.5L-7 7.5z"),
  Ogres: glyph("M6-12L11-7L2 3L4 9L0 11L-3 5L-6 7L-10 3L-6 0L-8-3L-4-6L2-2z"),
  "Shadow Mimes": glyph("M-10-10H10C11 3 6 11 0 11S-11 3-10-10zM-6-3C-5-6-2-6-1-3zM1-3C2-6 5-6 6-3zM-5 3C-2 8 2 8 5 3C2 5-2 5-5 3z"),
  Shrooms: MUSHROOM,
  Spiderines: glyph("M0-5a4 4 0 1 1-.01 0zM0 1C5 1 6 4 5 7C4 11-4 11-5 7C-6 4-5 1 0 1z", "M-3 0L-10-6M-3 2L-11 1M-4 5L-10 10M3 0L10-6M3 2L11 1M4 5L10 10"),
  "Will-o'-Wisps": glyph("M0-12C1-7 6-4 6 1A6 6 0 0 1-6 1C-6-2-4-4-3-6C-2-4-1-4-1-5C-1-7-1-10 0-12z", "M-5 10q5 3 10 0M-9-3v4M9-3v4"),
  // natives
  "Lost Tribe": TENT,
  Monster: glyph("M-10-12C-8-7-6-6-4-6Q0-8 4-6C6-6 8-7 10-12C13-5 11-2 9 0C10 7 5 11 0 11S-10 7-9 0C-11-2-13-5-10-12zM0-2a3.5 3.5 0 1 1-.01 0zM-5 6L-2.5 8L0 6L2.5 8L5 6z"),
  // powers
  Alchemist: FLASK,
  Berserk: SWORDS,
  Bivouacking: TENT,
  Commando: SPEAR,
  Diplomat: HAND,
  "Dragon Master": DRAGON,
  Flying: WINGS,
  Forest: TREE,
  Fortified: TOWER,
  Heroic: STAR,
  Hill: HILLS,
  Merchant: COIN,
  Mounted: HORSESHOE,
  Pillaging: BAG,
  Seafaring: ANCHOR,
  Spirit: GHOST,
  Stout: SHIELD,
  Swamp: WAVES,
  Underworld: CAVE,
  Wealthy: GEM,
  Adventurous: BOOT,
  Fisher: FISH,
  Flocking: glyph("M-7-9a3 3 0 1 1-.01 0zM7-9a3 3 0 1 1-.01 0zM0-3a3 3 0 1 1-.01 0zM-7 4a3 3 0 1 1-.01 0zM7 4a3 3 0 1 1-.01 0z"),
  Frightened: EYE,
  Immortal: glyph("", "M0 0C-3-6-10-6-10 0S-3 6 0 0S10-6 10 0S3 6 0 0"),
  Magic: BAG,
  Martyr: HEART,
  Mining: PICK,
  Muddy: glyph("M0-11C4-5 8-1 8 4A8 7 0 0 1-8 4C-8-1-4-5 0-11z"),
  Mystic: SPARK,
  Quarreling: SWORDS,
  Reborn: ARROW_RING,
  Royal: CROWN,
  Shield: SHIELD,
  Stone: MOUNTAIN,
  Thieving: HAND,
  Tomb: STONES,
  Vampire: glyph("M-11-6C-4-9 4-9 11-6C10 1 5 4 0 4S-10 1-11-6zM-6 4L-3 11L-1 5zM6 4L3 11L1 5z"),
  Vanishing: glyph("", "M-8 8L8-8M-9-2a9 9 0 0 1 11-7M9 2a9 9 0 0 1-11 7"),
  Vengeful: FLAME,
  Wise: EYE,
  // pieces
  lair: CAVE,
  fortress: TOWER,
  encampment: TENT,
  hole: glyph("M-11 5C-11-1-5-3 0-3S11-1 11 5S-11 11-11 5zM-6 5C-6 2-3 1 0 1S6 2 6 5S-6 8-6 5z"),
  hero: STAR,
  dragon: DRAGON,
  queen: CROWN,
  ghost: GHOST,
  ancient: EYE,
  volcano: glyph("M-12 10L-4-3H4L12 10zM-2-5L-4-11L0-8L3-12L3-5z"),
  balrog: FLAME,
  armor: SHIELD,
  bag: BAG,
  mountain: MOUNTAIN,
  hammer: HAMMER,
  vengeance: SWORDS,
  // relics and places
  "Flying Doormat": CARPET,
  "Froggy's Ring": RING,
  "Stinky Troll's Socks": SOCKS,
  "Scepter of Avarice": SCEPTER,
  "Shiny Orb": ORB,
  "Sword of the Killer Rabbit": RABBIT,
  "Altar of Souls": glyph("M-11 2H11V5H8V11H-8V5H-11zM0-11C2-7 4-6 4-2A4 4 0 0 1-4-2C-4-5-1-6 0-11z"),
  "Crypt of the Tomb-raider": STONES,
  "Diamond Fields": GEM,
  "Great Brass Pipe": PIPE,
  "Fountain of Youth": FOUNTAIN,
  "Keep on the Motherland": TOWER,
  "Mine of the Lost Dwarf": PICK,
  Stonehedge: STONES,
  "Wickedest Pentacle": PENTACLE,
  // the page's own
  coin: COIN,
  whole: glyph("", "M-9-3V-9H-3M3-9H9V-3M9 3V9H3M-3 9H-9V3"),
  closer: glyph("", "M-3-9V-3H-9M9-3H3V-9M3 9V3H9M-9 3H-3V9"),
  bulb: glyph("M-3.5 8.5h7V10c0 1.2-1 2-2 2h-3c-1 0-2-.8-2-2z", "M-3 5.5V4C-5.5 2.5-7-.5-7-3a7 7 0 0 1 14 0c0 2.5-1.500 5.500-4 7v1.500z"),
  chart: glyph("", "M-10-10V10H11M-6 4L-2-2L3 2L10-7"),
  log: glyph("", "M-9-7h18M-9 0h18M-9 7h12"),
  link: glyph("", "M-2 4L-5 7A5 5 0 0 1-11 1L-6-4A5 5 0 0 1 1-4M2-4L5-7A5 5 0 0 1 11-1L6 4A5 5 0 0 1-1 4"),
};

/** The picture for a name; custom races and powers get one by the sum of their letters. */
export function glyphOf(name: string): Glyph {
  const found = GLYPHS[name];
  if (found) return found;
  const spare = [STAR, SPARK, GEM, LEAF, SHIELD, CROWN, RING, HEART];
  let sum = 0;
  for (const letter of name) sum += letter.charCodeAt(0);
  return spare[sum % spare.length] ?? STAR;
}
