import { expect } from 'chai'
import { type Generation, Remembered } from '@paylink/core/database/generation'

describe('what requests keep in memory (I49)', () => {
  it('is never what was read before a change, however late the answer comes', async () => {
    const generation = { value: 1 } as Generation
    const remembered = new Remembered<string>(generation)
    let answer = (_row: string): void => undefined
    const slow = remembered.get('key', () => new Promise<string>((resolve) => (answer = resolve)))
    // Somebody revokes the key, and another request has seen that already.
    generation.value = 2
    await remembered.get('other', () => Promise.resolve('another row'))
    answer('the row before the change')
    expect(await slow).to.equal('the row before the change')
    expect(await remembered.get('key', () => Promise.resolve('the row now'))).to.equal('the row now')
  })

  it('is asked for once while nothing changes', async () => {
    const remembered = new Remembered<string>({ value: 7 } as Generation)
    let asked = 0
    const load = (): Promise<string> => Promise.resolve(`row ${++asked}`)
    expect([await remembered.get('key', load), await remembered.get('key', load)]).to.deep.equal(['row 1', 'row 1'])
  })
})
