// Looks at the whole table at once and tells what is wrong with it; see test_layouts.py. Lists that scroll (the log, choices in
// the turn panel) may be longer than their place, and what lies in a sheet is looked at within that sheet.
async ([W, H, touch, centres]) => {
  const settled = () => innerWidth === W && innerHeight === H
    && matchMedia('(any-pointer: coarse)').matches === touch
    && document.querySelector('.table')?.style.width === `${W}px`;
  for (let i = 0; i < 60 && !settled(); i += 1) await new Promise(requestAnimationFrame);
  await Promise.resolve();
  for (const animation of document.getAnimations()) animation.finish();
  const faults = [];
  const table = document.querySelector('.table');
  const sheet = document.querySelector('dialog[open]');
  const scene = sheet ?? table;
  const SCROLLS = '.log, .more, .said, dialog .body, .sr';
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 0;
  const called = (e) => `${e.className?.baseVal ?? e.className} "${(e.textContent || e.ariaLabel || '').trim().slice(0, 30)}"`;
  const boxOf = (e) => e.getBoundingClientRect();
  const within = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const screen = {left: 0, top: 0, right: W, bottom: H};

  // Words: none wider than what holds them, none outside of their button or panel, none outside of the window.
  for (const e of scene.querySelectorAll('*')) {
    if (e instanceof SVGElement || e.closest('.sr') || !seen(e)) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const range = document.createRange();
    range.selectNodeContents(e);
    const words = range.getBoundingClientRect();
    if (getComputedStyle(e).display !== 'inline' && e.scrollWidth > e.clientWidth + 1) faults.push(`words wider than their place: ${called(e)}`);
    if (e.tagName === 'OPTION' || e.closest('select')) continue;
    const button = e.closest('button, a');
    if (button && !within(words, boxOf(button), 1.5)) faults.push(`words over their button: ${called(e)}`);
    if (e.closest(SCROLLS)) continue;
    if (!within(words, screen, 1)) faults.push(`words outside of the window: ${called(e)}`);
    const part = e.closest('.part');
    if (part && getComputedStyle(part).display !== 'contents' && !within(words, boxOf(part), 2)) faults.push(`words over their panel: ${called(e)}`);
  }
  // Choices are read whole, and long names are parted between syllables only.
  const pen = document.createElement('canvas').getContext('2d');
  for (const e of [...scene.querySelectorAll('select')].filter(seen)) {
    const style = getComputedStyle(e);
    pen.font = style.font;
    const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // of its arrow
    if (pen.measureText(e.selectedOptions[0]?.text ?? '').width > room) faults.push(`cut off: ${called(e.selectedOptions[0])}`);
  }
  for (const e of [...scene.querySelectorAll('ol.row .names b, .seats .who strong')].filter(seen)) {
    const lines = document.createRange();
    lines.selectNodeContents(e);
    if (!/[\s\u00ad-]/.test(e.textContent) && lines.getClientRects().length > 1) faults.push(`parted anywhere: ${called(e)}`);
  }
  // What a card says of its race lies above what it costs.
  for (const card of [...scene.querySelectorAll('ol.row.cards button')].filter(seen)) {
    const effect = card.querySelector('.effect');
    for (const e of effect && seen(effect) ? card.querySelectorAll('.facts, .cost') : []) if (over(boxOf(effect), boxOf(e))) faults.push(`${called(effect)} over ${called(e)}`);
  }
  // What can be chosen of a trait's own lies there whole, and upon no other button.
  const more = table.querySelector('.more');
  const choice = more?.querySelector('button');
  if (!sheet && choice && seen(choice)) {
    if (boxOf(choice).bottom > boxOf(more).bottom + 1.5) faults.push(`cut off: ${called(choice)}`);
    for (const e of table.querySelectorAll('.part[data-part=caption] button')) if (seen(e) && over(boxOf(more), boxOf(e))) faults.push(`choices over ${called(e)}`);
  }
  // Panels: within the window, none over another, none over the board.
  const board = table.querySelector('.board');
  const parts = [board, ...table.querySelectorAll('.part')].filter((e) => seen(e) && getComputedStyle(e).display !== 'contents');
  parts.forEach((e, i) => {
    if (!within(boxOf(e), screen, 1)) faults.push(`outside of the window: ${e.dataset.part ?? 'board'}`);
    for (const other of parts.slice(i + 1)) if (over(boxOf(e), boxOf(other))) faults.push(`${e.dataset.part ?? 'board'} over ${other.dataset.part}`);
  });
  // Controls: large enough, none over another, those of the turn within the window.
  const controls = [...scene.querySelectorAll('button, a[href], select, input, summary')]
    .filter((e) => seen(e) && !e.matches('.skip, .name') && !e.closest('svg, details:not([open]) > :not(summary)'));
  const sizes = controls.map((e) => [e, boxOf(e)]);
  for (const [e, {width, height}] of sizes) {
    const least = e.closest('.stepper') ? (touch ? 44 : 28) : e.closest('[role=log]') && !touch ? 20 : 44;
    if (Math.min(width, height) < least - 0.5) faults.push(`only ${Math.round(width)}×${Math.round(height)}: ${called(e)}`);
  }
  sizes.forEach(([e, a], i) => {
    if (e.closest(SCROLLS)) return;
    for (const [other, b] of sizes.slice(i + 1)) if (!other.closest(SCROLLS) && over(a, b)) faults.push(`${called(e)} over ${called(other)}`);
  });
  const buttons = [...table.querySelectorAll('.panel button')].filter((e) => seen(e) && !e.closest('.more'));
  const main = buttons.at(-1);
  if (main && !within(boxOf(main), screen, 0.5)) faults.push(`the main button is outside of the window: ${called(main)}`);
  // Regions: whatever is lit can be hit in its middle, or has its buttons there.
  const lit = [...table.querySelectorAll('.hit.can')];
  const steppers = table.querySelector('.stepper') !== null;
  for (const path of sheet ? [] : lit) {
    const [x, y] = centres[path.dataset.region];
    const point = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
    const hit = document.elementFromPoint(point.x, point.y);
    if (hit !== path && !(steppers && hit?.closest('.stepper'))) faults.push(`region ${path.dataset.region} cannot be hit: ${hit ? called(hit) : 'nothing there'}`);
  }
  // A sheet leaves some of the board.
  const {width, height} = boxOf(board);
  if (sheet?.matches('.bottom, .left, .right')) {
    const [a, b] = [boxOf(sheet), boxOf(board)];
    const covered = Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    if (covered > 0.8 * width * height) faults.push(`the sheet covers ${Math.round(100 * covered / width / height)} % of the board`);
    if (!within(a, screen, 1)) faults.push('the sheet is outside of the window');
  }
  return {layout: table.dataset.layout, board: [width, height], faults: [...new Set(faults)]};
}
