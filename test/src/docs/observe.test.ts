import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readKeylessSettings } from '@paylink/config'
import { expect } from 'chai'
import { parse } from 'yaml'
import { METRICS_TOKEN, type Sample, scrape } from '../metrics/scrape.js'
import { eventually } from '../support/appliance.js'
import { Hooks } from '../webhooks/hooks.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

interface Board {
  uid: string
  panels: {
    id: number
    title: string
    type: string
    gridPos: object
    targets?: { expr: string; legendFormat: string }[]
  }[]
}

interface Rules {
  groups: { rules: { alert: string; expr: string; for?: string; labels: object; annotations: object }[] }[]
}

/** Added by Prometheus to what it scrapes. */
const OF_PROMETHEUS = ['job', 'instance']
const WORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'offset', 'bool'])
/** A selector, or the word before one: `name{label="value"}`. */
const SELECTOR = /([a-zA-Z_:][\w:]*)\s*(?:\{([^}]*)\})?/g
const MATCHER = /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g

interface Selector {
  name: string
  matchers: [label: string, operator: string, value: string][]
}

/** What a query asks of which metric, and the labels by which it groups. */
function readQuery(expr: string): { selectors: Selector[]; groupedBy: string[] } {
  const groupedBy: string[] = []
  const rest = expr
    .replace(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g, (_, labels: string) => {
      groupedBy.push(...labels.split(',').flatMap((label) => (label.trim() === '' ? [] : [label.trim()])))
      return ''
    })
    .replace(/\[[^\]]*\]|\boffset\s+\w+/g, '')
  const selectors = [...rest.matchAll(SELECTOR)].flatMap(([, name = '', labels = ''], index, all) => {
    const next = rest.slice((all[index]?.index ?? 0) + (all[index]?.[0].length ?? 0)).trimStart()
    if (next.startsWith('(') || WORDS.has(name)) return []
    return [
      { name, matchers: [...labels.matchAll(MATCHER)].map(([, a = '', b = '', c = '']) => [a, b, c]) },
    ] as Selector[]
  })
  return { selectors, groupedBy }
}

describe('reading a query', () => {
  it('finds metrics, matchers and groups', () => {
    const query =
      'histogram_quantile(0.95, sum by (le, route) (rate(a_bucket{job="x",status=~"5xx"}[5m]))) > b and on () c'
    expect(readQuery(query)).to.deep.equal({
      selectors: [
        {
          name: 'a_bucket',
          matchers: [
            ['job', '=', 'x'],
            ['status', '=~', '5xx'],
          ],
        },
        { name: 'b', matchers: [] },
        { name: 'c', matchers: [] },
      ],
      groupedBy: ['le', 'route'],
    })
  })
})

describe('the board and the alerts of docs/observe', () => {
  const board = JSON.parse(read('docs/observe/grafana.json')) as Board
  const rules = (parse(read('docs/observe/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules)
  const targets = board.panels.flatMap((panel) => panel.targets ?? [])

  let hooks: Hooks
  let samples: Sample[]
  before(async () => {
    hooks = await Hooks.start('sqlite', { metricsToken: METRICS_TOKEN })
    const { paylink } = hooks
    const succeededAt = paylink.clock.now().toISOString()
    const state = { startedAt: succeededAt, finishedAt: succeededAt, file: 'x', error: null, succeededAt: null }
    await paylink.writer('instance').insert({ key: 'backup', value: JSON.stringify(state) })
    await hooks.register({ events: ['payment.succeeded'] })
    const { address } = await paylink.opened()
    await paylink.pay(address, 'succeed')
    samples = await eventually(
      () => {
        paylink.clock.advance(6000)
        return scrape(paylink)
      },
      (seen) =>
        ['paylink_invariant_violations', 'paylink_webhook_attempt_duration_seconds_bucket'].every((name) =>
          seen.some((sample) => sample.name === name),
        ),
    )
  })
  after(() => hooks.stop())

  const labelsOf = (names: readonly string[]): Set<string> => {
    const found = samples.filter(({ name }) => names.includes(name)).flatMap(({ labels }) => Object.keys(labels))
    return new Set([...found, ...OF_PROMETHEUS])
  }

  const expectExported = (expr: string): void => {
    const { selectors, groupedBy } = readQuery(expr)
    expect(selectors, expr).to.not.deep.equal([])
    for (const { name, matchers } of selectors) {
      if (name === 'up') continue
      expect(
        samples.some((sample) => sample.name === name),
        `${name} is exported: ${expr}`,
      ).to.equal(true)
      for (const [label] of matchers) expect([...labelsOf([name])], expr).to.include(label)
    }
    const labels = [...labelsOf(selectors.map(({ name }) => name))]
    for (const label of groupedBy) expect(labels, expr).to.include(label)
  }

  it('the board asks only for what is exported', () => {
    expect(targets.length).to.be.greaterThan(20)
    for (const { expr } of targets) expectExported(expr)
  })

  it('its legends name labels that a query keeps', () => {
    for (const { expr, legendFormat } of targets) {
      const { selectors, groupedBy } = readQuery(expr)
      const kept = groupedBy.length > 0 ? groupedBy : [...labelsOf(selectors.map(({ name }) => name))]
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(kept, expr).to.include(label)
    }
  })

  it('its panels have ids and places of their own', () => {
    const distinct = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size
    expect(distinct(board.panels.map(({ id }) => id))).to.equal(board.panels.length)
    expect(distinct(board.panels.map(({ gridPos }) => gridPos))).to.equal(board.panels.length)
  })

  it('the alerts ask only for what is exported, and say what to do', () => {
    for (const { alert, expr, labels, annotations } of rules) {
      expectExported(expr)
      expect(labels, alert).to.have.all.keys('severity')
      expect(annotations, alert).to.have.all.keys('summary', 'action')
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length)
  })

  it('docs/observe.md names every metric of ours, and no other', () => {
    const page = read('docs/observe.md')
    const documented = new Set([...page.matchAll(/`(paylink_\w+)`/g)].map(([, name]) => name))
    const exported = samples.flatMap(({ name }) =>
      name.startsWith('paylink_') ? [name.replace(/_(bucket|sum|count)$/, '')] : [],
    )
    expect([...documented]).to.have.members([...new Set(exported)])
  })
})

interface Compose {
  services: Record<
    string,
    { profiles?: string[]; environment?: Record<string, string>; volumes?: string[]; ports?: string[]; image?: string }
  >
  volumes: Record<string, unknown>
}

describe('docker-compose.yml', () => {
  const { services, volumes } = parse(read('docker-compose.yml'), { merge: true }) as Compose
  const mounts = Object.entries(services).flatMap(([service, { volumes: mounted = [] }]) =>
    mounted.map((mount) => {
      const [from = '', to = ''] = mount.split(':')
      return { service, from, to }
    }),
  )

  it('sets only variables that PayLink has', () => {
    for (const name of Object.keys(services['paylink']?.environment ?? {})) {
      // An unknown one is refused even when it is empty.
      expect(() => readKeylessSettings({ [name]: '' }), name).to.not.throw()
    }
  })

  it('mounts only files that are here and volumes that it declares', () => {
    for (const { from, service } of mounts) {
      if (from.startsWith('./')) expect(existsSync(join(ROOT, from)), `${service}: ${from}`).to.equal(true)
      else expect(Object.keys(volumes), service).to.include(from)
    }
    expect(Object.keys(volumes)).to.have.members([
      ...new Set(mounts.map(({ from }) => from).filter((from) => !from.startsWith('.'))),
    ])
  })

  it('opens nothing but loopback to this machine, except for Caddy', () => {
    const ports = Object.entries(services).flatMap(([name, service]) => (name === 'caddy' ? [] : (service.ports ?? [])))
    for (const port of ports)
      expect(port).to.match(/^(\$\{PAYLINK_PUBLISH(_2)?:-127\.0\.0\.1:\d+\}|127\.0\.0\.1:\d+):\d+$/)
  })

  it('has a profile `observe` that scrapes PayLink with the token it reads, and shows the board', () => {
    const ofProfile = Object.entries(services).filter(([, { profiles = [] }]) => profiles.includes('observe'))
    expect(ofProfile.map(([name]) => name)).to.have.members(['prometheus', 'grafana'])
    const prometheus = parse(read('docs/observe/prometheus.yaml')) as {
      rule_files: string[]
      scrape_configs: {
        job_name: string
        authorization: { credentials_file: string }
        static_configs: { targets: string[] }[]
        dns_sd_configs: { names: string[]; port: number }[]
      }[]
    }
    const [scraped] = prometheus.scrape_configs
    expect(scraped?.static_configs[0]?.targets).to.deep.equal(['paylink:8080'])
    expect(scraped?.dns_sd_configs[0]).to.deep.include({ names: ['paylink-2'], port: 8080 })
    expect(scraped?.job_name).to.equal('paylink')
    const tokenFile = scraped?.authorization.credentials_file ?? ''
    expect(read('docs/observe.md')).to.include(
      `PAYLINK_METRICS_TOKEN_FILE=${tokenFile} docker compose --profile observe up`,
    )
    const withToken = mounts.filter(({ to }) => tokenFile.startsWith(`${to}/`)).map(({ service }) => service)
    expect(withToken).to.have.members(['paylink', 'paylink-2', 'password', 'prometheus'])
    const files = mounts.filter(({ service }) => service === 'prometheus').map(({ to }) => to)
    for (const file of prometheus.rule_files) expect(files).to.include(`/etc/prometheus/${file}`)
    const boards = parse(read('docs/observe/grafana-boards.yaml')) as { providers: { options: { path: string } }[] }
    const board = mounts.find(({ from }) => from.endsWith('grafana.json'))
    expect(board?.to.startsWith(`${boards.providers[0]?.options.path}/`)).to.equal(true)
    const sources = parse(read('docs/observe/grafana-datasource.yaml')) as {
      datasources: { url: string; type: string }[]
    }
    expect(sources.datasources[0]).to.include({ type: 'prometheus', url: 'http://prometheus:9090' })
  })
})
