import { expect } from 'chai'
import { ConfirmStep } from '@paylink/core/web/confirm-step'
import { renderPage } from '@paylink/core/web/layout'

describe('pages for people who are signed in', () => {
  it('escape the name of the thing in a confirm step, and put the way back first', () => {
    const keep = { href: '/desk', label: 'Keep it' }
    const step = (
      <ConfirmStep question="Disable <b>?" action="/desk/off" csrfToken="t" keep={keep} confirm="Disable">
        Nothing is refunded.
      </ConfirmStep>
    )
    const { html } = renderPage({ locale: 'en', title: 'Disable', body: step })
    expect(html).to.include('Disable &lt;b>?')
    expect(html.indexOf('Keep it')).to.be.below(html.indexOf('>Disable</button>'))
  })
})
