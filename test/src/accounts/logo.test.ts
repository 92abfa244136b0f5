import { deflateSync } from 'node:zlib'
import { MAX_LOGO_BYTES, readLogo } from '@paylink/core/accounts/logo'
import { expect } from 'chai'
import { PNG } from 'pngjs'
import {
  animatedWebp,
  jpegWith,
  JPEG_LOGO,
  pngHead,
  pngLogo,
  pngOf,
  SVG,
  WEBP_LOGO,
  webpOf,
} from '../support/pictures.js'

const HTML = Buffer.from('<script>alert(document.domain)</script>')
const GPS = 'GPS 19.4326N 99.1332W'
const END = Buffer.alloc(0)

async function taken(file: Uint8Array): Promise<Buffer> {
  const logo = await readLogo(file)
  if (typeof logo === 'string') throw new Error(`refused: ${logo}`)
  return Buffer.from(logo.bytes)
}

describe('a logo', () => {
  it('is a PNG, JPEG or WebP by its content, whatever its name says', async () => {
    for (const file of [SVG, Buffer.from('GIF89a'), HTML, Buffer.alloc(0), Buffer.from('%PDF-1.7')]) {
      expect(await readLogo(file)).to.equal('type')
    }
    expect(await readLogo(Buffer.concat([pngLogo(), Buffer.alloc(MAX_LOGO_BYTES)]))).to.equal('bytes')
  })

  it('keeps the pixels of a PNG, and nothing else', async () => {
    const [head, ...rest] = chunksOf(pngLogo(40, 20))
    const text: [string, Buffer] = ['tEXt', Buffer.concat([Buffer.from('Comment\0'), HTML])]
    const polyglot = Buffer.concat([pngOf(head!, text, ['iCCP', HTML], ['eXIf', Buffer.from(GPS)], ...rest), HTML])
    const bytes = await taken(polyglot)
    expect(bytes.includes(HTML)).to.equal(false)
    expect(bytes.includes(GPS)).to.equal(false)
    expect(chunksOf(bytes).map(([type]) => type)).to.have.members(['IHDR', 'IDAT', 'IEND'])
    expect(PNG.sync.read(bytes).data.equals(PNG.sync.read(pngLogo(40, 20)).data)).to.equal(true)
    expect(await taken(bytes), 'taken again it stays as it is').to.deep.equal(bytes)
  })

  it('hides nothing behind the pixels of a PNG', async () => {
    const rows = Buffer.concat([Buffer.from([0, 255]), HTML, HTML])
    const bytes = await taken(pngOf(pngHead(1, 1, 0), ['IDAT', deflateSync(rows, { level: 0 })], ['IEND', END]))
    expect(bytes.includes('<script>')).to.equal(false)
    expect(PNG.sync.read(bytes)).to.include({ width: 1, height: 1 })
  })

  it('is a still picture of an animated PNG', async () => {
    const [head, data, end] = chunksOf(pngLogo())
    const frames: [string, Buffer][] = [
      ['acTL', Buffer.from('0000000200000000', 'hex')],
      ['fdAT', Buffer.concat([Buffer.alloc(4), deflateSync(HTML)])],
    ]
    const bytes = await taken(pngOf(head!, frames[0]!, data!, frames[1]!, end!))
    expect(chunksOf(bytes).map(([type]) => type)).to.have.members(['IHDR', 'IDAT', 'IEND'])
    expect(await readLogo(animatedWebp())).to.equal('animated')
  })

  it('keeps shades of grey, palettes and transparency', async () => {
    const palette: [string, Buffer] = ['PLTE', Buffer.from('ff000000ff00', 'hex')]
    const alpha: [string, Buffer] = ['tRNS', Buffer.from('80', 'hex')]
    const indexed = pngOf(
      pngHead(2, 1, 3),
      palette,
      alpha,
      ['IDAT', deflateSync(Buffer.from([0, 0, 1]))],
      ['IEND', END],
    )
    expect([...PNG.sync.read(await taken(indexed)).data]).to.deep.equal([255, 0, 0, 128, 0, 255, 0, 255])
    const grey = pngOf(pngHead(2, 1, 0), ['IDAT', deflateSync(Buffer.from([0, 7, 250]))], ['IEND', END])
    const bytes = await taken(grey)
    expect([...PNG.sync.read(bytes).data]).to.deep.equal([7, 7, 7, 255, 250, 250, 250, 255])
    expect(bytes.readUInt8(25), 'one channel').to.equal(0)
  })

  it('has at most 1.1 million pixels; more are not decoded', async () => {
    const rows = deflateSync(Buffer.alloc(190_000_000))
    expect(rows.length).to.be.below(MAX_LOGO_BYTES)
    const huge = pngOf(pngHead(13_000, 14_000, 0), ['IDAT', rows], ['IEND', END])
    const bomb = pngOf(pngHead(1000, 1000, 0), ['IDAT', rows], ['IEND', END])
    const before = process.memoryUsage().rss
    expect(await readLogo(huge)).to.equal('pixels')
    expect(await readLogo(bomb)).to.equal('damaged')
    expect(process.memoryUsage().rss - before).to.be.below(60_000_000)
    for (const [width, height] of [
      [0xffffffff, 0xffffffff],
      [65_535, 65_535],
    ] as const) {
      expect(await readLogo(pngOf(pngHead(width, height, 6), ['IDAT', deflateSync(END)], ['IEND', END]))).to.equal(
        'pixels',
      )
    }
    expect(await readLogo(jpegWith([], { width: 65_500, height: 65_500 }))).to.equal('pixels')
    expect(await readLogo(webpOf(['VP8L', Buffer.from('2fffffff0f', 'hex')]))).to.equal('pixels')
    expect(await readLogo(pngOf(pngHead(0, 7, 6), ['IDAT', deflateSync(END)], ['IEND', END]))).to.equal('damaged')
  })

  it('does not hold up other requests', async () => {
    const large = pngOf(pngHead(1024, 1024, 6), ['IDAT', deflateSync(Buffer.alloc(1024 * 4097))], ['IEND', END])
    let turns = 0
    let isDone = false
    const turn = (): void => void (++turns && !isDone && setImmediate(turn))
    setImmediate(turn)
    const bytes = await taken(large).finally(() => (isDone = true))
    expect(PNG.sync.read(bytes).width).to.equal(1024)
    expect(turns, 'turns of the event loop meanwhile').to.be.above(100)
  })

  it('is complete: cut off anywhere it is refused', async () => {
    const files: [string, Buffer][] = [
      ['png', pngLogo(8, 8)],
      ['jpeg', JPEG_LOGO],
      ['webp', WEBP_LOGO],
    ]
    for (const [name, file] of files) {
      await taken(file)
      for (let length = 12; length < file.length; length += 5) {
        expect(await readLogo(file.subarray(0, length)), `${name} of ${length} bytes`).to.equal('damaged')
      }
    }
    const [head, , end] = chunksOf(pngLogo(8, 8))
    expect(await readLogo(pngOf(head!, ['IDAT', deflateSync(Buffer.alloc(20))], end!)), 'rows').to.equal('damaged')
    expect(await readLogo(pngOf(head!, ['IDAT', Buffer.from('no zlib')], end!))).to.equal('damaged')
    const wrongSum = pngLogo(8, 8)
    wrongSum[40]! ^= 1
    expect(await readLogo(wrongSum)).to.equal('damaged')
  })

  it('does not tell where a photo was taken, and keeps its orientation', async () => {
    for (const isLittle of [true, false]) {
      const photo = Buffer.concat([jpegWith([exif(6, isLittle), comment(HTML), xmp()]), HTML])
      const bytes = await taken(photo)
      for (const secret of [GPS, '<script>', 'xmpmeta']) expect(bytes.includes(secret), secret).to.equal(false)
      expect(bytes.includes(Buffer.from('0112000300000001' + '0006', 'hex'))).to.equal(true)
      expect(await taken(bytes)).to.deep.equal(bytes)
    }
    const upright = await taken(jpegWith([exif(1, true)]))
    expect(upright.includes('Exif')).to.equal(false)
    expect(upright).to.deep.equal(await taken(JPEG_LOGO))
    const broken = Buffer.concat([Buffer.from('ffe1000c', 'hex'), Buffer.from('Exif\0\0II*\0', 'latin1')])
    expect((await taken(jpegWith([broken]))).includes('Exif')).to.equal(false)
  })

  it('has no Exif, XMP or profile as WebP', async () => {
    const [picture] = webpChunks(WEBP_LOGO)
    const extended: [string, Buffer] = ['VP8X', Buffer.from('3c000000' + '010000' + '010000', 'hex')]
    const file = webpOf(extended, ['ICCP', HTML], picture!, ['EXIF', Buffer.from(GPS)], ['XMP ', HTML], ['JUNK', HTML])
    const bytes = await taken(Buffer.concat([file, HTML]))
    expect(webpChunks(bytes).map(([name]) => name)).to.deep.equal(['VP8X', picture![0]])
    expect(bytes.readUInt8(20), 'flags').to.equal(0x10)
    expect(bytes.readUInt32LE(4)).to.equal(bytes.length - 8)
    expect(await readLogo(webpOf(picture!, picture!))).to.equal('damaged')
    expect(await readLogo(webpOf(['ICCP', HTML]))).to.equal('damaged')
  })
})

function chunksOf(png: Buffer): [string, Buffer][] {
  const chunks: [string, Buffer][] = []
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at)
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end)])
    at = end + 4
  }
  return chunks
}

function webpChunks(webp: Buffer): [string, Buffer][] {
  const chunks: [string, Buffer][] = []
  for (let at = 12; at < webp.length;) {
    const end = at + 8 + webp.readUInt32LE(at + 4)
    chunks.push([webp.toString('latin1', at, at + 4), webp.subarray(at + 8, end)])
    at = end + (end % 2)
  }
  return chunks
}

function segment(kind: number, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([0xff, kind, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data])
}

const comment = (text: Buffer): Buffer => segment(0xfe, text)

const xmp = (): Buffer => segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'))

/** One directory with the orientation, and a position behind it. */
function exif(orientation: number, isLittle: boolean): Buffer {
  const [short, long] = isLittle
    ? (['writeUInt16LE', 'writeUInt32LE'] as const)
    : (['writeUInt16BE', 'writeUInt32BE'] as const)
  const tiff = Buffer.alloc(26)
  tiff.write(isLittle ? 'II' : 'MM', 'latin1')
  tiff[short](42, 2)
  tiff[long](8, 4)
  tiff[short](1, 8)
  tiff[short](0x112, 10)
  tiff[short](3, 12)
  tiff[long](1, 14)
  tiff[short](orientation, 18)
  return segment(0xe1, Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(GPS))
}
