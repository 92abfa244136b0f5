import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VARIABLES } from '@paylink/config'
import { expect } from 'chai'
import { REFERENCE, referencePages } from './pages.js'
import { settingGroups } from './settings.js'

describe('docs/reference', () => {
  let pages: Map<string, string>
  before(async () => (pages = await referencePages()))

  it('has the pages that `npm run reference` writes, and no others', () => {
    expect(readdirSync(REFERENCE)).to.have.members([...pages.keys()])
    for (const [name, text] of pages)
      expect(readFileSync(join(REFERENCE, name), 'utf8'), `${name}: run npm run reference`).to.equal(text)
  })

  it('describes every setting once, in the comment that names its variable', () => {
    const groups = settingGroups()
    expect(groups.flatMap(({ keys }) => keys)).to.have.members(Object.values(VARIABLES))
    for (const { about, keys } of groups)
      for (const key of keys) {
        const name = Object.keys(VARIABLES).find((variable) => VARIABLES[variable] === key)
        expect(about, key).to.match(new RegExp(`\\b${name}\\b`))
      }
  })

  it('has the operations that the guide lists', () => {
    const guide = readFileSync(join(REFERENCE, '../integrate.md'), 'utf8')
    const listed = guide.split('\n').filter((line) => line.startsWith('| `'))
    const operations = (text: string): string[] =>
      [...text.matchAll(/(?:GET|POST) \/v1\/[\w/{}]+/g)].map(([one]) => one)
    const described = (pages.get('api.md') ?? '').split('\n').filter((line) => line.startsWith('### '))
    expect(operations(listed.join('\n'))).to.have.members(operations(described.join('\n')))
  })

  it('links to headings that are there', () => {
    const anchorsOf = (text: string): string[] =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s/g, '-'),
      )
    for (const [name, text] of pages)
      for (const [, file = '', anchor] of text.matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)) {
        const path = join(REFERENCE, file === '' ? name : file)
        expect(existsSync(path), `${name}: ${file}`).to.equal(true)
        if (anchor !== undefined) expect(anchorsOf(readFileSync(path, 'utf8')), `${name}: ${file}`).to.include(anchor)
      }
  })
})
