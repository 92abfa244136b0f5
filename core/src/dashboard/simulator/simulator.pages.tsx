import { notFound, Problem } from '../../kernel/problem.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { checkFault, type FaultKind, type InjectedFaults } from '../../sandbox/injected-faults.js'
import type { Sandbox } from '../../sandbox/sandbox.js'
import type { FormFault } from '../../web/form.js'
import { redirect, showPage } from '../answer.js'
import { everyField, type Route } from '../route.js'
import { parameter, type Visit } from '../visit.js'
import { faultsPath } from './fault-text.js'
import { simulatorPage } from './simulator-page.js'
import type { SimulatorStates } from './simulator-state.js'
import { simulatorWords } from './words.js'

const BEFOREHAND = { times: '1', ms: '1000' }

/** `/settings/connections/:provider/faults`: makes a simulator fail on purpose, in test mode. */
export class SimulatorPages {
  constructor(
    private readonly states: SimulatorStates,
    private readonly sandbox: Sandbox,
    private readonly plugins: Plugins,
  ) {}

  routes(): Route[] {
    const path = faultsPath(':provider')
    const permission = 'settings:manage'
    return [
      { method: 'get', path, permission, answer: (visit) => this.show(visit) },
      { method: 'post', path, permission, keeps: everyField, answer: this.add },
      { method: 'post', path: `${path}/off`, permission, formAt: path, answer: this.remove },
    ]
  }

  private async find(visit: Visit): Promise<{ provider: string; faults: InjectedFaults }> {
    const provider = parameter(visit, 'provider')
    const state = await this.states.find(visit, provider)
    if (!state?.mayMakeFail) throw notFound('simulator')
    return { provider, faults: this.sandbox.faultsOf(provider) }
  }

  private async show(visit: Visit, refused: readonly FormFault[] = []): Promise<void> {
    const { provider, faults } = await this.find(visit)
    const isInvoicing = this.plugins.ids('invoicing').includes(provider)
    const words = simulatorWords(visit.locale)
    const page = simulatorPage({
      ...{ visit, provider, faults: await faults.list() },
      name: providerName(this.plugins, provider, visit.locale),
      form: { values: { ...BEFOREHAND, ...visit.fields }, faults: refused },
      back: isInvoicing
        ? { href: `${visit.base}/settings/invoicing`, label: words.backInvoicing }
        : { href: `${visit.base}/settings/connections`, label: words.back },
    })
    await showPage(visit, page, refused.length > 0 ? 422 : 200)
  }

  private readonly add = async (visit: Visit): Promise<void> => {
    const { provider, faults } = await this.find(visit)
    try {
      await faults.add(checkFault(typedFault(visit)))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return this.show(visit, faultsOf(error, visit))
    }
    redirect(visit, `${faultsPath(provider)}?saved=on`)
  }

  private readonly remove = async (visit: Visit): Promise<void> => {
    const { provider, faults } = await this.find(visit)
    const { kind, match = '' } = visit.fields
    await (kind === undefined ? faults.set([]) : faults.remove({ kind: kind as FaultKind, match }))
    redirect(visit, `${faultsPath(provider)}?saved=off`)
  }
}

function typedFault({ fields }: Visit): Parameters<typeof checkFault>[0] {
  const numberIn = (name: 'times' | 'ms'): number => {
    const text = (fields[name] ?? BEFOREHAND[name]).trim()
    return /^\d{1,9}$/.test(text) ? Number(text) : NaN
  }
  return {
    kind: fields['kind'] ?? '',
    match: (fields['match'] ?? '').trim(),
    times: numberIn('times'),
    ms: numberIn('ms'),
  }
}

/** At the fields of the form. */
function faultsOf({ errors = [] }: Problem, { locale }: Visit): FormFault[] {
  const words = simulatorWords(locale).faults
  return errors.flatMap(({ path }) => (path in words ? [{ name: path, text: words[path as keyof typeof words] }] : []))
}
