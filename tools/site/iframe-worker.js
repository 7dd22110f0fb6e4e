// Browsers allow no workers to pages that are read from disk. There the search runs in a hidden
// frame instead: the same script, the same messages.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.answer = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.ready = new Promise((resolve) => {
        inside.start = resolve;
      });
      this.inside = inside;
      inside.document.open();
      inside.document.write(
        "<script>postMessage = answer</" + "script>",
        `<script src="${url}" onload="start()"></` + "script>",
      );
      inside.document.close();
    }

    async postMessage(data) {
      await this.ready;
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
