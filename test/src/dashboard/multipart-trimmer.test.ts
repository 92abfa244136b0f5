import { expect } from 'chai'
import { MultipartTrimmer } from '@paylink/core/dashboard/multipart-trimmer'

const part = (name: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`

describe('what is kept of a form with a file', () => {
  it('is every part up to the limit, however the body is cut into pieces', () => {
    const near = 'x\r\n--c\r\n--'
    const body = Buffer.from(`${part('note', near)}${part('file', 'y'.repeat(300))}${part('last', 'z')}--b--\r\n`)
    const kept = new MultipartTrimmer('b', { part: 100 })
    const whole = Buffer.concat([kept.take(body), kept.end()]).toString()
    expect(whole).to.include(part('note', near)).and.include(part('last', 'z'))
    const yes = /y+/.exec(whole)?.[0].length ?? 0
    expect(kept.leftOut).to.deep.equal([0, 300 - yes, 0, 0])
    expect(yes).to.be.within(1, 99)
    for (const size of [1, 2, 3, 7, 50]) {
      const trimmer = new MultipartTrimmer('b', { part: 100 })
      const pieces: Buffer[] = []
      for (let at = 0; at < body.length; at += size) pieces.push(trimmer.take(body.subarray(at, at + size)))
      expect(Buffer.concat([...pieces, trimmer.end()]).toString(), `in pieces of ${size}`).to.equal(whole)
      expect(trimmer.leftOut).to.deep.equal(kept.leftOut)
    }
  })
})
