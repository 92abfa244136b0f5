import { parentPort, workerData } from 'node:worker_threads'
import { PNG } from 'pngjs'
import { pixelsOnly, pngHeader } from './png.js'

/** The same picture, from its pixels alone; a shade of grey or a color each, with transparency where there is some. */
function drawnAnew(png: Buffer): Buffer {
  const whole = pixelsOnly(png)
  const { isGrey } = pngHeader(whole)
  const picture = PNG.sync.read(whole)
  let isOpaque = true
  for (let at = 3; at < picture.data.length && isOpaque; at += 4) isOpaque = picture.data[at] === 255
  const colorType = isGrey ? (isOpaque ? 0 : 4) : isOpaque ? 2 : 6
  return PNG.sync.write(picture, { colorType, inputHasAlpha: true })
}

function answer(): Buffer | null {
  try {
    return drawnAnew(Buffer.from(workerData as Uint8Array))
  } catch {
    return null
  }
}

parentPort?.postMessage(answer())
