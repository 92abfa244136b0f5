import {
  ProviderRejectedError,
  type ConfigValues,
  type InvoicingReport,
  type Issuer,
  type PluginContext,
} from '@paylink/plugin-api'
import type Facturapi from 'facturapi'
import { askFacturapi } from './ask-facturapi.js'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'
import { issuerOf } from './organization.js'
import { keyKindOf, secretKeyOf } from './settings.js'

const PAGE_SIZE = 100
/** Facturapi's limit for lists. */
const MAX_PAGES = 30

/** An account key has no mode of its own: the mode is that of the issuer key fetched with it. */
export function checkConnection(ctx: PluginContext): Promise<InvoicingReport> {
  const kind = keyKindOf(ctx.config)
  const livemode = kind === 'test' || kind === 'live' ? kind === 'live' : ctx.livemode
  return askWithSecretKey(ctx, async (facturapi) => {
    if (kind === 'account') {
      await organizationsAt(facturapi, { limit: 1 })
      return { ok: true, livemode }
    }
    const issuer = issuerOf(await facturapi.organizations.me(), livemode)
    return { ok: true, externalAccountId: issuer.id, displayName: issuer.legalName, livemode }
  })
}

export function listIssuers(ctx: PluginContext): Promise<Issuer[]> {
  return askWithSecretKey(ctx, async (facturapi) => {
    if (keyKindOf(ctx.config) !== 'account') return [issuerOf(await facturapi.organizations.me(), ctx.livemode)]
    const issuers: Issuer[] = []
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { data, pages } = await organizationsAt(facturapi, { limit: PAGE_SIZE, page })
      issuers.push(...data.map((organization) => issuerOf(organization, ctx.livemode)))
      if (pages === undefined ? data.length < PAGE_SIZE : page >= pages) break
    }
    return issuers
  })
}

/** Fetches test keys only. A live key could only be renewed, which would revoke the current one. */
export async function chooseIssuer(
  issuerId: string,
  ctx: PluginContext,
): Promise<{ issuer: Issuer; config?: ConfigValues }> {
  const isAccounts = keyKindOf(ctx.config) === 'account'
  if (isAccounts && ctx.livemode) {
    throw new ProviderRejectedError(
      'Para facturar en vivo, conecta con la llave de la organización misma (sk_live_…). Con la llave de la cuenta solo se factura en pruebas: PayLink nunca renueva una llave en vivo.',
    )
  }
  const issuer = (await listIssuers(ctx)).find(({ id }) => id === issuerId)
  if (!issuer) throw new ProviderRejectedError('Esa organización no está entre las de esta llave de Facturapi.')
  if (issuer.problem !== undefined) throw new ProviderRejectedError(issuer.problem)
  return isAccounts ? { issuer, config: { issuerKey: await testKeyOf(issuer, ctx) } } : { issuer }
}

function testKeyOf({ id }: Issuer, ctx: PluginContext): Promise<string> {
  return askWithSecretKey(ctx, async ({ organizations }) => {
    const key: unknown = await organizations.getTestApiKey(encodeURIComponent(id))
    if (typeof key !== 'string' || !/^sk_test_[!-~]{4,250}$/.test(key)) throw new FacturapiFailure(200)
    return key
  })
}

async function organizationsAt(
  { organizations }: Facturapi.default,
  at: { limit: number; page?: number },
): Promise<{ data: unknown[]; pages?: number }> {
  const answer: unknown = await organizations.list(at)
  if (!isRecord(answer) || !Array.isArray(answer['data'])) throw new FacturapiFailure(200)
  const { data, total_pages: pages } = answer
  return { data, pages: typeof pages === 'number' ? pages : undefined }
}

function askWithSecretKey<T>(ctx: PluginContext, ask: (facturapi: Facturapi.default) => Promise<T>): Promise<T> {
  return askFacturapi(ctx, { effect: 'read', key: secretKeyOf(ctx.config) }, ask)
}
