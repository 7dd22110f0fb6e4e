// How much room there is.

class Screen {
  narrow = $state(false);
  upright = $state(false);

  constructor() {
    const narrow = matchMedia("(max-width: 899px)");
    const upright = matchMedia("(max-width: 899px) and (orientation: portrait)");
    const look = (): void => {
      this.narrow = narrow.matches;
      this.upright = upright.matches;
    };
    narrow.addEventListener("change", look);
    upright.addEventListener("change", look);
    look();
  }
}

export const screen = new Screen();
