/** Decoding takes four bytes a pixel, and drawing one into a PDF some tenths of a second. */
export const MAX_LOGO_PIXELS = 1_100_000

export type PictureFault = 'type' | 'bytes' | 'pixels' | 'damaged' | 'animated'

export interface PictureSize {
  width: number
  height: number
}

/** A picture file that is not taken. */
export class RefusedPicture extends Error {
  constructor(readonly fault: PictureFault) {
    super(fault)
  }
}

/** @throws RefusedPicture unless the size is one that is decoded */
export function checkSize({ width, height }: PictureSize): void {
  if (width === 0 || height === 0) throw new RefusedPicture('damaged')
  if (width * height > MAX_LOGO_PIXELS) throw new RefusedPicture('pixels')
}
