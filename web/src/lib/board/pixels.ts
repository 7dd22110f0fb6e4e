// Pictures as addresses: the drawing itself, or the pixels of it.

export const asDrawing = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** A drawing as pixels for a place of that size in the page; null where the browser does not give them. */
export async function asPixels(svg: string, width: number, height: number): Promise<string | null> {
  try {
    const image = new Image();
    image.src = asDrawing(svg);
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    return file && (await addressOf(file));
  } catch {
    return null; // too large, or forbidden: the drawing does as well
  }
}

function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("unread"));
    reader.readAsDataURL(file);
  });
}
