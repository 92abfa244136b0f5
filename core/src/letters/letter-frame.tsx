import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { initialsOf } from '../web/initials.js'
import { messagesOf } from '../web/messages/messages.js'
import { telHref, mailtoHref } from '../web/contact.js'
import { LIGHT } from '../web/theme.js'
import { brandColours } from './letter-colours.js'
import { LOGO_ID, type LetterFrame } from './letter.js'
import { BODY, BREAK, COLUMN_PX, FINE, FONT, HIDDEN, INK, letterStyles, MUTED, SMALL } from './letter.styles.js'
import { letterWords } from './letter-words.js'

/** The frame of every letter. Alerts to the merchant have no unsubscribe link. */
export type FrameFacts = Omit<LetterFrame, 'now' | 'unsubscribeUrl'> & { unsubscribeUrl: string | null }

export interface LetterParts {
  title: string
  /** Shown beside the subject in the inbox. */
  preheader: string
  /** After the merchant's name: `te pide un pago`. */
  relation: string
  body: VNode
  /** Why the recipient gets this mail. */
  reason: string
}

/** Keeps the text after the preheader out of the inbox preview. */
const FILLER = '\u00a0\u200c'.repeat(60)

/** The whole document. Preact escapes all data; only our own styles are written as raw text. */
export function letterHtml(around: FrameFacts, parts: LetterParts): string {
  const { dark } = brandColours(around.merchant.color)
  return (
    `<!doctype html><html lang="${around.locale}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    // Otherwise clients turn numbers and dates into blue links.
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">' +
    '<meta name="x-apple-disable-message-reformatting">' +
    `${renderToString(<title>{parts.title}</title>)}<style>${letterStyles(dark)}</style></head>` +
    `<body class="page" style="margin:0;padding:0;width:100%;background-color:${LIGHT.page}">` +
    `${renderToString(<Sheet around={around} parts={parts} />)}</body></html>`
  )
}

/** A layout table. */
export function Layout({ children, style, fill, ...more }: LayoutParts): VNode {
  return (
    <table role="presentation" cellpadding="0" cellspacing="0" style={style} {...more} {...filledWith(fill)}>
      {children}
    </table>
  )
}

interface LayoutParts {
  children: ComponentChildren
  style?: string
  width?: string
  class?: string
  fill?: string
  align?: 'center'
}

/** `bgcolor`, which Word's engine needs and the JSX types lack. */
export const filledWith = (bgcolor?: string): object => ({ bgcolor })

function Sheet({ around, parts }: { around: FrameFacts; parts: LetterParts }): VNode {
  return (
    <>
      <div style={HIDDEN}>
        {parts.preheader}
        {FILLER}
      </div>
      <div role="article" aria-roledescription="email" aria-label={parts.title} lang={around.locale}>
        {/* Fixed layout, or the widest content would set the width of the column. */}
        <Layout
          width="100%"
          class="page"
          fill={LIGHT.page}
          style={`width:100%;table-layout:fixed;background-color:${LIGHT.page}`}
        >
          {!around.livemode && <TestMode locale={around.locale} />}
          <tr>
            <td class="around" align="center" style={`padding:32px 16px;${FONT}`}>
              <Layout
                width={`${COLUMN_PX}`}
                align="center"
                style={`width:${COLUMN_PX}px;max-width:100%;text-align:left;${BODY};${INK};${BREAK}`}
              >
                <Merchant around={around} relation={parts.relation} />
                <tr>
                  <td
                    class="card ink"
                    {...filledWith(LIGHT.card)}
                    style={`padding:32px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px;${BODY};${INK}`}
                  >
                    {parts.body}
                  </td>
                </tr>
                <Foot around={around} reason={parts.reason} />
              </Layout>
            </td>
          </tr>
        </Layout>
        {around.pixelUrl !== null && (
          <img src={around.pixelUrl} width="1" height="1" alt="" style="display:block;border:0" />
        )}
      </div>
    </>
  )
}

function TestMode({ locale }: Pick<FrameFacts, 'locale'>): VNode {
  return (
    <tr>
      <td
        class="amber on-amber"
        align="center"
        {...filledWith(LIGHT.amber)}
        style={`padding:8px 16px;background-color:${LIGHT.amber};color:${LIGHT.onAmber};text-align:center;${SMALL};${FONT}`}
      >
        {messagesOf(locale).testMode}
      </td>
    </tr>
  )
}

function Merchant({ around: { merchant, hasLogo }, relation }: { around: FrameFacts; relation: string }): VNode {
  return (
    <tr>
      <td style="padding:0 0 20px">
        <Layout>
          <tr>
            {hasLogo ? (
              <td style="padding:0 12px 0 0;vertical-align:middle">
                <Logo name={merchant.name} />
              </td>
            ) : (
              <td aria-hidden="true" style="padding:0 12px 0 0;vertical-align:top">
                <Initials merchant={merchant} />
              </td>
            )}
            <td style="vertical-align:middle">
              <Name name={merchant.name} relation={relation} />
            </td>
          </tr>
        </Layout>
      </td>
    </tr>
  )
}

/** As wide as on the page. Its alt text, shown if images are off, is small because the name is beside it. */
function Logo({ name }: { name: string }): VNode {
  return (
    <img
      class="ink"
      src={`cid:${LOGO_ID}`}
      height="44"
      alt={name}
      style={`display:block;height:44px;max-width:132px;border:0;border-radius:12px;object-fit:contain;object-position:left;font-size:13px;line-height:16px;font-weight:700;${INK}`}
    />
  )
}

/** In a table of its own, or it would grow with a long name beside it. */
function Initials({ merchant }: Pick<FrameFacts, 'merchant'>): VNode {
  const { light } = brandColours(merchant.color)
  return (
    <Layout width="44">
      <tr>
        <td
          class="brand on-brand"
          width="44"
          height="44"
          align="center"
          {...filledWith(light.fill)}
          style={`width:44px;height:44px;background-color:${light.fill};color:${light.on};border-radius:12px;text-align:center;vertical-align:middle;font-size:17px;line-height:20px;font-weight:700;white-space:nowrap`}
        >
          {initialsOf(merchant.name)}
        </td>
      </tr>
    </Layout>
  )
}

function Name({ name, relation }: { name: string; relation: string }): VNode {
  return (
    <p style={`margin:0;font-size:16px;line-height:22px`}>
      <b class="ink" style={INK}>
        {name}
      </b>
      <br />
      <span class="muted" style={`${MUTED};font-size:14px`}>
        {relation}
      </span>
    </p>
  )
}

function Foot({ around, reason }: { around: FrameFacts; reason: string }): VNode {
  const { locale, merchant, unsubscribeUrl } = around
  return (
    <tr>
      <td class="muted" align="center" style={`padding:20px 8px 8px;text-align:center;${FINE};${MUTED}`}>
        <Questions around={around} />
        <p style="margin:0 0 8px">{reason}</p>
        {unsubscribeUrl !== null && (
          <p style="margin:0">
            <FootLink href={unsubscribeUrl}>{letterWords(locale).unsubscribe(merchant.name)}</FootLink>
          </p>
        )}
      </td>
    </tr>
  )
}

function Questions({ around: { locale, merchant } }: { around: FrameFacts }): VNode | null {
  const { supportEmail, supportPhone } = merchant
  if (supportEmail === null && supportPhone === null) return null
  return (
    <p style="margin:0 0 8px">
      {messagesOf(locale).merchant.questions}{' '}
      {supportEmail !== null && <FootLink href={mailtoHref(supportEmail)}>{supportEmail}</FootLink>}
      {supportEmail !== null && supportPhone !== null && ' · '}
      {supportPhone !== null && (
        <FootLink href={telHref(supportPhone)} style="white-space:nowrap">
          {supportPhone}
        </FootLink>
      )}
    </p>
  )
}

function FootLink({ href, children, style = '' }: FootLinkParts): VNode {
  return (
    <a class="muted" href={href} style={`${MUTED};text-decoration:underline;${style}`}>
      {children}
    </a>
  )
}

interface FootLinkParts {
  href: string
  children: ComponentChildren
  style?: string
}
