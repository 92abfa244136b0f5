import { expect } from 'chai'
import { type Generation, GenerationCache } from '@paylink/core/database/generation'

describe('the cache of a generation (I49)', () => {
  it('never keeps a value that was read before a change, however late it arrives', async () => {
    const generation = { value: 1 } as Generation
    const cache = new GenerationCache<string>(generation)
    let answer = (_row: string): void => undefined
    const slow = cache.get('key', () => new Promise<string>((resolve) => (answer = resolve)))
    // The key was revoked, and another request has already seen that.
    generation.value = 2
    await cache.get('other', () => Promise.resolve('another row'))
    answer('the row before the change')
    expect(await slow).to.equal('the row before the change')
    expect(await cache.get('key', () => Promise.resolve('the row now'))).to.equal('the row now')
  })

  it('loads a value once while nothing changes', async () => {
    const cache = new GenerationCache<string>({ value: 7 } as Generation)
    let asked = 0
    const load = (): Promise<string> => Promise.resolve(`row ${++asked}`)
    expect([await cache.get('key', load), await cache.get('key', load)]).to.deep.equal(['row 1', 'row 1'])
  })
})
