// Keys reach what scrolls.

const REACHED = "button, a[href], input, select, textarea, summary, [tabindex]";

/** What scrolls and holds nothing that keys could go to takes the focus itself. */
export function scrolls(node: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    const moves = node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth;
    const alone = moves && !node.querySelector(REACHED);
    if (alone) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  const content = new MutationObserver(look);
  sizes.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  return {
    destroy: () => {
      sizes.disconnect();
      content.disconnect();
    },
  };
}
