import { expect } from 'chai'
import { figuresOnPage, keptFigures, rendered } from '../support/figures.js'

describe('the figures in docs/reliability.md', () => {
  it('are those that the commands kept in test/figures.json', () => {
    expect(figuresOnPage()).to.equal(rendered(keptFigures()))
  })
})
