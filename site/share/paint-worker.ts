// Runs in a thread of its own: painting takes some 100 ms, which would block the site's visitors. Uses WebAssembly, not
// the native build: a drawing that crashes the native rasterizer would take the whole site down.
import { parentPort } from "node:worker_threads";
import { pngOf, Resvg } from "./png.ts";
import { type SharePicture, sharePictureSvg } from "./share-picture-svg.ts";

parentPort?.on("message", (picture: SharePicture) => parentPort?.postMessage(paint(picture)));

function paint(picture: SharePicture): Uint8Array {
  const drawing = new Resvg(sharePictureSvg(picture));
  const image = drawing.render();
  try {
    return pngOf(image.pixels, image.width, image.height);
  } finally {
    // WebAssembly memory is not garbage collected.
    image.free();
    drawing.free();
  }
}
