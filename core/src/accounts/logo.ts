import { cleanJpeg } from './jpeg.js'
import { MAX_LOGO_PIXELS, type PictureFault, RefusedPicture } from './picture-fault.js'
import { redrawPng } from './redraw-png.js'
import { cleanWebp } from './webp.js'

export interface Logo {
  type: string
  bytes: Uint8Array
}

/** For a page or an email that loads nothing. */
export const logoData = ({ type, bytes }: Logo): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

export const MAX_LOGO_BYTES = 200_000

/** Why a file is not taken. */
export const LOGO_FAULTS: Readonly<Record<PictureFault, string>> = {
  type: 'must be a PNG, JPEG or WebP image',
  bytes: `must not be larger than ${MAX_LOGO_BYTES} bytes`,
  pixels: `must not have more than ${MAX_LOGO_PIXELS} pixels, such as 1024 × 1024`,
  damaged: 'must be a complete image: this one is damaged or cut off',
  animated: 'must not be animated',
}

interface Kind {
  signature: RegExp
  /** The picture alone, without what else the file holds. @throws RefusedPicture, RangeError */
  clean: (file: Buffer) => Buffer | Promise<Buffer>
}

const KINDS: Readonly<Record<string, Kind>> = {
  'image/png': { signature: /^89504e470d0a1a0a/, clean: redrawPng },
  'image/jpeg': { signature: /^ffd8ff/, clean: cleanJpeg },
  'image/webp': { signature: /^52494646.{8}57454250/, clean: cleanWebp },
}

export const isLogoType = (type: string): boolean => Object.hasOwn(KINDS, type)

/** The logo in an image file, as it is stored and served to everyone; or why the file is not taken. */
export async function readLogo(file: Uint8Array): Promise<Logo | PictureFault> {
  const start = Buffer.from(file.subarray(0, 12)).toString('hex')
  const [type, kind] = Object.entries(KINDS).find(([, { signature }]) => signature.test(start)) ?? []
  if (type === undefined || kind === undefined) return 'type'
  if (file.length > MAX_LOGO_BYTES) return 'bytes'
  try {
    return { type, bytes: await kind.clean(Buffer.from(file)) }
  } catch (error) {
    if (error instanceof RefusedPicture) return error.fault
    // It ends before it should.
    if (error instanceof RangeError) return 'damaged'
    throw error
  }
}
