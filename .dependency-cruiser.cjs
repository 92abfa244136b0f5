/** The architecture as one list: a room may use itself and the rooms before it, never one after it. */
const ROOMS = [
  'kernel',
  'contract',
  'database',
  'quarantine',
  'work',
  'access-log',
  'secrets',
  'outbound',
  'tracing',
  'audit',
  'alerts',
  'webhooks',
  'accounts',
  'agents',
  'idempotency',
  'rate-limiting',
  'plugin-host',
  'mail',
  'sandbox',
  'connections',
  'search',
  'payment-links',
  'payments',
  'checkout',
  'reconciliation',
  'doctor',
  'backup',
  'move',
  'rotation',
  'web',
  'identity',
  'invoicing',
  'letters',
  'overview',
  'accounting',
  'metrics',
  'privacy',
  'http',
  'reference',
  'oauth',
  'diagnosis',
  'mcp',
  'payer-pages',
  'dashboard',
  'composition',
]

/** Above all rooms: main.ts and the command line. */
const TOP = '^core/src/(main[.]ts$|cli/)'
/** Commands that read repositories. A new command calls use cases and read-*. */
const OPERATOR_LISTS = [
  'accounts',
  'audit',
  'connections',
  'emails',
  'invoicing',
  'keys',
  'plugins',
  'webhooks',
  'with-service',
]
/** The table that tsoa writes: it names controllers of every room. The one exemption from the order of rooms. */
const GENERATED = '^core/src/http/generated/'

const room = (names) => `^core/src/(${names.join('|')})/`
const npm = (names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/|^(${names.join('|')})($|/)`

const orderOfRooms = ROOMS.map((name, index) => ({
  name: `${name}-uses-only-lower-rooms`,
  comment: `${name} may use ${[...ROOMS.slice(0, index), name].join(', ')}. A need for a higher room is declared here and fulfilled there.`,
  severity: 'error',
  from: { path: room([name]), pathNot: GENERATED },
  to: { path: [room(['(?!' + ROOMS.slice(0, index + 1).join('/|') + '/)[^/]+']), '^core/src/[^/]+$'] },
}))

module.exports = {
  forbidden: [
    ...orderOfRooms,
    {
      name: 'every-room-is-on-the-list',
      comment: 'A folder of core/src that is not in ROOMS has no place in the order yet: give it one.',
      severity: 'error',
      from: { path: '^core/src/', pathNot: [room(ROOMS), TOP] },
      to: {},
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^(config|core|plugins)/' },
      to: { circular: true },
    },
    {
      name: 'plugin-api-imports-nothing',
      comment: 'The contract for plugin authors stands alone, Node built-ins included.',
      severity: 'error',
      from: { path: '^core/plugin-api/src/' },
      to: { pathNot: '^core/plugin-api/src/' },
    },
    {
      name: 'plugin-kit-imports-node-and-the-contract-only',
      comment: 'It is given `describe` and `it` by its caller.',
      severity: 'error',
      from: { path: '^core/plugin-kit/src/' },
      to: { pathNot: ['^core/plugin-kit/src/', '^core/plugin-api/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'plugins-see-only-plugin-api',
      comment: 'A plugin uses itself, @paylink/plugin-api, what its own package.json names, and Node.',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/' },
      to: { path: '^(core|config|plugins|test)/', pathNot: ['^plugins/$1/', '^core/plugin-api/'] },
    },
    {
      name: 'core-never-imports-a-plugin',
      comment: 'Plugins are found by name at run time.',
      severity: 'error',
      from: { path: '^(core|config)/' },
      to: { path: ['^plugins/', '^test/', '(^|/)node_modules/@paylink/(?!config/|plugin-api/|plugin-kit/)'] },
    },
    {
      name: 'config-stands-alone',
      severity: 'error',
      from: { path: '^config/' },
      to: { path: '^(core|plugins|test)/' },
    },
    {
      name: 'core-names-itself-by-path',
      comment: 'Inside a package its own files are imported relatively; dist is what others see.',
      severity: 'error',
      from: { path: '^(core|core/plugin-api|core/plugin-kit|config|plugins/[^/]+)/src/' },
      to: { path: '^$1/dist/' },
    },
    {
      name: 'packages-are-declared',
      comment:
        'What is imported is named in the package.json of the package that imports it, and not as a devDependency.',
      severity: 'error',
      from: { path: '^(config|core|plugins)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-packages-at-run-time',
      severity: 'error',
      from: { path: '^(config|core|plugins)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
    {
      name: 'knex-only-where-rows-are',
      severity: 'error',
      from: { path: '^core/src/', pathNot: ['[.]repository[.]ts$', room(['database', 'work', 'backup', 'move'])] },
      to: { path: npm(['knex']) },
    },
    {
      name: 'routes-read-no-repositories',
      comment:
        'Pages, controllers and routes call use cases and read-*: what they show and allow is decided in the room that owns the rows.',
      severity: 'error',
      from: { path: ['[.](controller|route|pages)[.]tsx?$', room(['payer-pages', 'dashboard'])] },
      to: { path: '[.]repository[.]ts$' },
    },
    {
      name: 'commands-with-a-page-read-no-repositories',
      comment:
        'What pages show as well is read once, by read-*. Lists that only the operator sees may read their repository.',
      severity: 'error',
      from: {
        path: '^core/src/cli/',
        pathNot: `^core/src/cli/(${OPERATOR_LISTS.join('|')})[.]ts$`,
      },
      to: { path: '[.]repository[.]ts$' },
    },
    {
      name: 'drivers-only-in-database-and-work',
      severity: 'error',
      from: { path: '^core/src/', pathNot: room(['database', 'work']) },
      to: { path: npm(['pg', 'better-sqlite3', 'graphile-worker']) },
    },
    {
      name: 'express-and-tsoa-only-at-the-edge',
      severity: 'error',
      from: {
        path: '^core/src/',
        pathNot: [
          '[.](controller|route)[.]ts$',
          '^core/src/contract/controller[.]ts$',
          '[.]pages[.]tsx$',
          '^core/src/dashboard/[^/]+$',
          '^core/src/mcp/edge/',
          room(['web', 'http', 'composition']),
        ],
      },
      to: { path: npm(['express', 'express-serve-static-core', '@tsoa/[^/]+', 'tsoa']) },
    },
    {
      name: 'inversify-only-in-modules-and-composition',
      severity: 'error',
      from: {
        path: '^core/src/',
        pathNot: ['[.]module[.]ts$', '^core/src/kernel/provide[.]ts$', room(['composition'])],
      },
      to: { path: npm(['inversify', '@inversifyjs/[^/]+']) },
    },
  ],
  options: {
    doNotFollow: { path: ['(^|/)node_modules/', '(^|/)dist/'] },
    exclude: { path: '[.]tsbuildinfo$' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    // A type is a dependency too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
