import { CHECK_PLUGIN, ENABLE_PLUGIN } from '../../kernel/operator-commands.js'
import type { ReadPlugins } from '../../plugin-host/read-plugins.js'
import type { Check, CheckUp } from '../check.js'
import { hidden, kind } from '../finding.js'

/** A plugin of another author chooses it. */
const MAX_ID = 80

interface Unused {
  id: string
}

const active = kind<object, { count: number }>({
  code: 'plugins.active',
  severity: 'fine',
  operator: ({ count }) => `${count} active`,
  'es-MX': () => ({ what: 'Los plugins están activos.' }),
  en: () => ({ what: 'The plugins are on.' }),
})

const disabled = kind<Unused, { reason: string }>({
  code: 'plugin.disabled',
  severity: 'wrong',
  operator: ({ id, reason }) => `${reason}: ${ENABLE_PLUGIN} ${id}, once that is fixed`,
  'es-MX': ({ id }) => ({
    what: `El plugin “${id.slice(0, MAX_ID)}” está desactivado.`,
    means: 'Lo que hace está en pausa. Tus cobros con los demás siguen.',
    remedy: 'Ahí dice por qué, y con qué comando se activa.',
  }),
  en: ({ id }) => ({
    what: `The plugin “${id.slice(0, MAX_ID)}” is disabled.`,
    means: 'What it does is paused. Charges with the others go on.',
    remedy: 'Its page tells why, and the command that enables it.',
  }),
  place: 'plugins',
})

const refused = kind<Unused, { reason: string }>({
  code: 'plugin.refused',
  severity: 'wrong',
  operator: ({ reason }) => `${reason}: repair or remove it and restart; for details: ${CHECK_PLUGIN} FOLDER`,
  'es-MX': ({ id }) => ({
    what: `El plugin “${id.slice(0, MAX_ID)}” no se pudo cargar.`,
    means: 'Lo que hace no está disponible. Tus cobros con los demás siguen.',
    remedy: 'Ahí dice por qué. Lo repara o lo quita quien administra el servidor.',
  }),
  en: ({ id }) => ({
    what: `The plugin “${id.slice(0, MAX_ID)}” could not be loaded.`,
    means: 'What it does is not available. Charges with the others go on.',
    remedy: 'Its page tells why. The person who runs the server repairs or removes it.',
  }),
  place: 'plugins',
})

/** Every plugin of the installation that is not active. */
export class PluginsCheckUp implements CheckUp {
  readonly isQuick = true

  constructor(private readonly plugins: Pick<ReadPlugins, 'list'>) {}

  checks(): Promise<Check[]> {
    return Promise.resolve([
      {
        name: 'plugins',
        subject: { 'es-MX': 'los plugins', en: 'the plugins' },
        look: async () => {
          const all = await this.plugins.list()
          const unused = all.filter(({ status }) => status !== 'active')
          if (unused.length === 0) return [active('plugins', hidden({ count: all.length }))]
          return unused.map(({ id, status, reason }) =>
            (status === 'disabled' ? disabled : refused)(
              `plugin ${id}`,
              { shown: { id }, hidden: { reason: reason ?? status } },
              { target: id },
            ),
          )
        },
      },
    ])
  }
}
