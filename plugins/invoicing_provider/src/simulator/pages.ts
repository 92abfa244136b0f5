import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import { pageAnswer, seeOther } from '@paylink/plugin-api/simulator-page'
import { type Behaviour, behaviourIn, setBehaviour, DEFAULT_BEHAVIOUR } from './behaviour.js'
import { simulatedEmails } from './emails.js'
import { behaviourPage, type Notice, unknownPage } from './page-views.js'
import { stampsLeft } from './stamps.js'

/** `Origin` is not checked: with `no-referrer` browsers send `null`, and the sandbox moves no money. */
export async function servePage(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse> {
  const { method, path } = request
  if (path !== '' && path !== '/') return pageAnswer(404, unknownPage(sim.locale), sim.locale)
  if (method === 'GET' || method === 'HEAD') return shown(request.query.has('saved') ? 'saved' : undefined, sim)
  if (method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' } }
  const form = new URLSearchParams(new TextDecoder().decode(request.rawBody))
  const chosen = form.get('outcome') === 'usual' ? DEFAULT_BEHAVIOUR : chosenIn(form)
  if (!chosen) return { ...(await shown('wrong', sim)), status: 400 }
  await setBehaviour(chosen, sim)
  return seeOther(`${sim.pageBase}/?saved`)
}

async function shown(notice: Notice | undefined, sim: SimulatorContext): Promise<SimulatorResponse> {
  const behaviour = await behaviourIn(sim.store)
  const left = await stampsLeft(behaviour, sim.store)
  const emails = await simulatedEmails(sim.store)
  return pageAnswer(200, behaviourPage({ behaviour, left, emails }, sim.locale, notice), sim.locale)
}

/** Null: a field is not a number. */
function chosenIn(form: URLSearchParams): Omit<Behaviour, 'lot'> | null {
  const stamps = form.get('stamps') || null
  const [stampSeconds, cancelSeconds] = [form.get('stampSeconds') || '0', form.get('cancelSeconds') || '0']
  const areNumbers = /^\d{1,3}$/.test(stamps ?? '0') && /^\d{1,7} \d{1,7}$/.test(`${stampSeconds} ${cancelSeconds}`)
  if (!areNumbers) return null
  return {
    stamps: stamps === null ? null : Number(stamps),
    stampSeconds: Number(stampSeconds),
    stampingFails: form.has('stampingFails'),
    cancelSeconds: Number(cancelSeconds),
    cancelRefused: form.has('cancelRefused'),
  }
}
