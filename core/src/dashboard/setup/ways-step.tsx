import type { ConfigField } from '@paylink/plugin-api'
import type { VNode } from 'preact'
import type { ConnectProvider } from '../../connections/connect-provider.js'
import { Problem } from '../../kernel/problem.js'
import { providerName } from '../../plugin-host/provider-name.js'
import type { Plugins } from '../../plugin-host/registry.js'
import { type FormFault, PostForm } from '../../web/form.js'
import { brandFormWords } from '../brand-form/words.js'
import { connectFaults } from '../provider-form/connect-faults.js'
import { PluginFields } from '../provider-form/plugin-fields.js'
import { keepsSettings, typedSettings } from '../provider-form/typed-settings.js'
import type { Visit } from '../visit.js'
import { SetupPage, SetupPreview, StepButtons } from './setup-parts.js'
import type { SetupVisits } from './setup-visits.js'
import { setupWords } from './words.js'

const SIMULATOR = 'simulator'
/** The field that tells which way was chosen. */
const WAY = 'way'

/** Step 3: the simulator, or the test keys of a provider. */
export class WaysStep {
  constructor(
    private readonly setup: SetupVisits,
    private readonly connect: ConnectProvider,
    private readonly plugins: Plugins,
  ) {}

  /** What a plugin declares as a secret is not kept, nor what no plugin declares. */
  readonly keeps = (field: string): boolean =>
    field === WAY || this.providers().some((provider) => keepsSettings(provider, this.fieldsOf(provider), field))

  readonly show = (visit: Visit): Promise<void> => {
    this.showForm(visit, [])
    return Promise.resolve()
  }

  readonly receive = async (visit: Visit): Promise<void> => {
    const provider = visit.fields[WAY] ?? SIMULATOR
    if (provider === SIMULATOR) return this.setup.goTo(visit, 4)
    const fields = this.fieldsOf(provider)
    const settings = typedSettings(visit.fields, provider, fields)
    try {
      await this.connect.run(visit.principal, { provider, sandbox: false, settings })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const name = providerName(this.plugins, provider, visit.locale)
      const attempt = { provider, name, livemode: false, fields, settings, otherwise: WAY }
      return this.showForm(visit, connectFaults(visit.locale, error, attempt))
    }
    this.setup.goTo(visit, 4)
  }

  readonly preview = (visit: Visit): Promise<void> => this.setup.preview(visit, visit.account)

  private showForm(visit: Visit, faults: readonly FormFault[]): void {
    const words = setupWords(visit.locale)
    const { ways } = words
    const chosen = visit.fields[WAY] ?? SIMULATOR
    const form = { values: visit.fields, faults }
    this.setup.show(
      visit,
      ways.title,
      <SetupPage words={words} step={3} title={ways.title} about={ways.about} faults={faults}>
        <PostForm action={this.setup.href(visit, 3)} csrfToken={visit.csrfToken}>
          <div class="setup-columns">
            <div class="card stack">
              <fieldset class="choices one-below" id={WAY}>
                <legend class="unseen">{ways.legend}</legend>
                <div>
                  <Way value={SIMULATOR} chosen={chosen} label={ways.simulator} about={ways.simulatorAbout} />
                  {this.providers().map((provider) => (
                    <>
                      <Way
                        value={provider}
                        chosen={chosen}
                        label={ways.connect(providerName(this.plugins, provider, visit.locale))}
                        about={ways.connectAbout}
                      />
                      <div class="unfold stack">
                        <PluginFields {...{ form, provider, locale: visit.locale }} fields={this.fieldsOf(provider)} />
                      </div>
                    </>
                  ))}
                </div>
              </fieldset>
              <StepButtons words={words} backHref={this.setup.href(visit, 2)} busy={ways.checking} />
            </div>
            <SetupPreview
              title={brandFormWords(visit.locale).preview}
              src={`${this.setup.href(visit, 3)}/preview`}
              update={brandFormWords(visit.locale).update}
            />
          </div>
        </PostForm>
      </SetupPage>,
      faults.length > 0 ? 422 : 200,
    )
  }

  private providers(): string[] {
    return this.plugins.ids('payment-provider')
  }

  private fieldsOf(provider: string): ConfigField[] {
    const config = this.plugins.plugin('payment-provider', provider)?.config ?? []
    return config.filter(({ mode = 'both' }) => mode !== 'live')
  }
}

const Way = ({
  value,
  chosen,
  label,
  about,
}: {
  value: string
  chosen: string
  label: string
  about: string
}): VNode => (
  <label class="choice">
    <input type="radio" name={WAY} value={value} checked={value === chosen} />
    <span>
      <b>{label}</b>
      <small>{about}</small>
    </span>
  </label>
)
