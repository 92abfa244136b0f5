import type { ComponentChildren, VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { lineItems } from '../web/line-items.js'
import { LIGHT } from '../web/theme.js'
import type { LetterFrame, LinkLetterFacts } from './letter.js'
import { brandColours } from './letter-colours.js'
import { filledWith, Layout } from './letter-frame.js'
import { BODY, FIGURES, FONT, HAIRLINE, INK, MUTED, SMALL } from './letter.styles.js'

export function Greeting({ children }: { children: ComponentChildren }): VNode {
  return (
    <p class="ink" style={`margin:0 0 16px;${INK}`}>
      {children}
    </p>
  )
}

/** What has happened, above everything else. */
export function Done({ facts, children }: { facts: LinkLetterFacts; children: ComponentChildren }): VNode {
  const { mark } = brandColours(facts.merchant.color).light
  return (
    <p class="mark" style={`margin:0 0 4px;font-weight:700;color:${mark}`}>
      {children}
    </p>
  )
}

/** Title and amount, in the largest type. */
export function LetterHeading({ facts, children }: { facts: LinkLetterFacts; children?: ComponentChildren }): VNode {
  const { figure, code } = formatMoney(facts.locale, facts.amountCentavos, facts.currency)
  return (
    <>
      {children}
      <h1 class="ink" style={`margin:0;font-size:17px;line-height:26px;font-weight:700;${INK}`}>
        {facts.title}
      </h1>
      <p
        class="amount ink"
        style={`margin:0;font-size:40px;line-height:48px;font-weight:700;font-variant-numeric:tabular-nums;${INK}`}
      >
        {figure}{' '}
        <span class="muted" style={`font-size:16px;font-weight:600;${MUTED}`}>
          {code}
        </span>
      </p>
      {facts.description !== null && (
        <p class="muted" style={`margin:4px 0 0;${MUTED}`}>
          <MultilineText text={facts.description} />
        </p>
      )}
    </>
  )
}

/** Line breaks as elements: Word's engine ignores `white-space`. */
function MultilineText({ text }: { text: string }): VNode {
  const [first, ...others] = text.split(/\r\n|\r|\n/)
  return (
    <>
      {first}
      {others.map((line) => (
        <>
          <br />
          {line}
        </>
      ))}
    </>
  )
}

/** The line items as on the payment page, and the total. */
export function LetterLines({ facts }: { facts: LinkLetterFacts }): VNode {
  const { items, added, total } = lineItems(facts)
  return (
    <Rows>
      {items.map(({ name, quantity, amount }) => (
        <Row
          label={
            <>
              {name}
              {quantity > 1 && (
                <span class="muted" style={MUTED}>
                  {' '}
                  ×&nbsp;{quantity}
                </span>
              )}
            </>
          }
          value={amount}
        />
      ))}
      {added && <Row isMuted label={added.iva.label} value={added.iva.amount} />}
      <Space height={6} />
      <tr>
        <td class="line ink" style={`padding:12px 16px 0 0;${HAIRLINE};${BODY};${INK}`}>
          <b>{total.label}</b>
          {total.note !== null && (
            <span class="muted" style={`${SMALL};${MUTED}`}>
              {' '}
              · {total.note}
            </span>
          )}
        </td>
        <td
          class="line ink"
          align="right"
          style={`padding:12px 0 0;text-align:right;vertical-align:top;${HAIRLINE};${BODY};${FIGURES};${INK}`}
        >
          <b>{total.amount}</b>
        </td>
      </tr>
    </Rows>
  )
}

/** A detail of the payment: label and value. */
export interface Fact {
  name: string
  value: string
  /** An identifier, in smaller type. */
  isId?: boolean
}

/** Each in a table of its own, so that a long name does not narrow the other values. */
export function Facts({ facts }: { facts: readonly Fact[] }): VNode {
  return (
    <Rows>
      {facts.map(({ name, value, isId }) => (
        <tr>
          <td colSpan={2}>
            <Layout width="100%" style="width:100%">
              <tr>
                <td
                  class="muted"
                  style={`padding:6px 16px 6px 0;white-space:nowrap;vertical-align:top;${BODY};${MUTED}`}
                >
                  {name}
                </td>
                <td
                  class="ink"
                  align="right"
                  style={`padding:6px 0;text-align:right;${BODY};${isId ? 'font-size:13px;' : ''}${INK}`}
                >
                  {value}
                </td>
              </tr>
            </Layout>
          </td>
        </tr>
      ))}
    </Rows>
  )
}

/** Rows below a hairline. */
function Rows({ children }: { children: ComponentChildren }): VNode {
  return (
    <Layout width="100%" style="width:100%;margin:0">
      <Space height={20} />
      <Space height={8} class="line" style={HAIRLINE} />
      {children}
    </Layout>
  )
}

/** A row as vertical space: Word's engine has no margins between tables. */
function Space({ height, style = '', ...more }: { height: number; style?: string; class?: string }): VNode {
  return (
    <tr>
      <td
        colSpan={2}
        height={`${height}`}
        style={`height:${height}px;font-size:1px;line-height:1px;${style}`}
        {...more}
      >
        &nbsp;
      </td>
    </tr>
  )
}

function Row({ label, value, isMuted = false }: { label: ComponentChildren; value: string; isMuted?: boolean }): VNode {
  return (
    <tr>
      <td class={isMuted ? 'muted' : 'ink'} style={`padding:6px 16px 6px 0;${BODY};${isMuted ? MUTED : INK}`}>
        {label}
      </td>
      <td
        class="ink"
        align="right"
        style={`padding:6px 0;text-align:right;vertical-align:top;${BODY};${FIGURES};${INK}`}
      >
        {value}
      </td>
    </tr>
  )
}

/** Filled for the primary action, outlined for another. Word ignores padding on links, so there the cell has it. */
export function Button({ facts, label, href, isOutlined = false }: ButtonParts): VNode {
  const { fill, on, edge } = brandColours(facts.merchant.color).light
  const [cell, text] = isOutlined ? ['outlined', 'ink'] : ['brand', 'on-brand']
  const [inside, border, ink] = isOutlined ? [LIGHT.card, LIGHT.control, LIGHT.ink] : [fill, edge, on]
  return (
    <Layout width="100%" style="width:100%">
      <Space height={isOutlined ? 12 : 24} />
      <tr>
        <td
          class={cell}
          align="center"
          {...filledWith(inside)}
          style={`background-color:${inside};border:1px solid ${border};border-radius:12px;text-align:center;mso-padding-alt:14px 18px`}
        >
          <a
            class={text}
            href={href}
            style={`display:block;padding:14px 18px;font-size:16px;line-height:24px;font-weight:700;text-decoration:none;color:${ink};${FONT}`}
          >
            {label}
          </a>
        </td>
      </tr>
    </Layout>
  )
}

interface ButtonParts {
  facts: Pick<LetterFrame, 'merchant'>
  label: string
  href: string
  isOutlined?: boolean
}

export function Note({ children, isStrong = false }: { children: ComponentChildren; isStrong?: boolean }): VNode {
  return (
    <p
      class={isStrong ? 'ink' : 'muted'}
      style={`margin:${isStrong ? '20px' : '12px'} 0 0;text-align:center;${isStrong ? `${BODY};font-weight:700;${INK}` : `${SMALL};${MUTED}`}`}
    >
      {children}
    </p>
  )
}
