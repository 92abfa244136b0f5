import tseslint from 'typescript-eslint'

const TIME = 'Time comes from the Clock in core/src/kernel.'
const CHANCE = 'Randomness and ids come from the Random in core/src/kernel.'
const NETWORK = 'Calls leave through the guarded client of core/src/outbound, or through what the plugin is handed.'
const SETTINGS = 'Settings come from config/, read at boot only.'
const BINDING = 'Bindings are made with core/src/kernel/provide.ts, which lets the compiler check them.'
const MARKUP = 'Markup is escaped by the view layer; nothing is put in raw.'

const sources = ['config/src/**/*.{ts,tsx}', 'core/**/*.{ts,tsx}', 'plugins/**/*.{ts,tsx}']
const tests = ['test/**/*.ts', 'test/**/*.tsx']
const contract = 'core/plugin-api/src/**'
/** Where time and chance come from. */
const kernel = ['core/src/kernel/**', 'core/plugin-kit/src/clock.ts']

/** What an imported module may not give: every name of `modules` that matches, or the whole module without names. */
const notImported = (modules, names, message) => modules.map((name) => ({ name, importNames: names, message }))

const rawMarkup = [
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: MARKUP },
  { selector: "Property[key.name='dangerouslySetInnerHTML']", message: MARKUP },
  { selector: "Property[key.value='dangerouslySetInnerHTML']", message: MARKUP },
]
/** Attributes of htmx whose values are programs: the pages' policy forbids to run them. */
const PROGRAMS = 'Attributes that htmx evaluates are not allowed by the Content-Security-Policy: write a listener.'
const evaluatedAttributes = [
  { selector: 'JSXAttribute[name.name=/^(data-)?hx-on/]', message: PROGRAMS },
  { selector: 'JSXAttribute[name.namespace.name=/^(data-)?hx-on/]', message: PROGRAMS },
  { selector: 'JSXAttribute[name.name=/^(data-)?hx-/] Literal[value=/^\\s*(js|javascript):/]', message: PROGRAMS },
  {
    selector: 'JSXAttribute[name.name=/^(data-)?hx-/] TemplateElement[value.raw=/^\\s*(js|javascript):/]',
    message: PROGRAMS,
  },
  { selector: 'JSXAttribute[name.name=/^(data-)?hx-trigger/] Literal[value=/\\[/]', message: PROGRAMS },
  { selector: 'JSXAttribute[name.name=/^(data-)?hx-trigger/] TemplateElement[value.raw=/\\[/]', message: PROGRAMS },
]
/** Letters need them; pages have a policy against both. */
const insideMarkup = [
  {
    selector: 'JSXAttribute[name.name=/^(on[a-z]|on[A-Z]|style$)/]',
    message: 'Nothing runs or looks from inside the markup: write a listener, or a class.',
  },
]
const ambientTime = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: TIME },
  { selector: "CallExpression[callee.name='Date']", message: TIME },
]
const uncheckedBindings = [
  {
    selector: 'CallExpression[callee.property.name=/^to(Self|Service|Factory|(Constant|Dynamic|Resolved)Value)?$/]',
    message: BINDING,
  },
]
const ambientGlobals = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({ name, message: TIME })),
  { name: 'fetch', message: NETWORK },
  { name: 'crypto', message: CHANCE },
]
const ambientEnvironment = { object: 'process', property: 'env', message: SETTINGS }
const environmentImport = notImported(['node:process', 'process'], ['env'], SETTINGS)
const secondNames = ['randomBytes', 'randomUUID', 'randomInt', 'randomFill', 'randomFillSync', 'webcrypto']

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'core/src/*/generated/**',
      'core/plugin-api/compat/*.d.ts',
      'data/**',
      'test/screenshots/**',
      '.stamp/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}', 'bin/paylink'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-restricted-syntax': ['error', ...rawMarkup],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'no-duplicate-imports': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An interface may promise what one implementation has at once.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: sources,
    ignores: ['config/**'],
    rules: {
      'no-restricted-properties': ['error', ambientEnvironment],
      'no-restricted-imports': ['error', { paths: environmentImport }],
    },
  },
  {
    files: ['core/**/*.{ts,tsx}', 'plugins/**/*.{ts,tsx}'],
    ignores: kernel,
    rules: {
      'no-restricted-syntax': ['error', ...rawMarkup, ...evaluatedAttributes, ...ambientTime, ...uncheckedBindings],
      'no-restricted-globals': ['error', ...ambientGlobals],
      'no-restricted-properties': [
        'error',
        ambientEnvironment,
        { object: 'Date', property: 'now', message: TIME },
        { object: 'process', property: 'hrtime', message: TIME },
        { object: 'AbortSignal', property: 'timeout', message: TIME },
        { object: 'Math', property: 'random', message: CHANCE },
        ...secondNames.map((property) => ({ object: 'crypto', property, message: CHANCE })),
        ...['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((property) => ({
          object: 'globalThis',
          property,
          message: TIME,
        })),
        { object: 'globalThis', property: 'fetch', message: NETWORK },
        { object: 'globalThis', property: 'crypto', message: CHANCE },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            ...notImported(['node:crypto', 'crypto'], secondNames, CHANCE),
            ...notImported(['node:process', 'process'], ['env', 'hrtime'], `${SETTINGS} ${TIME}`),
            ...['node:timers', 'timers', 'node:timers/promises', 'timers/promises', 'node:perf_hooks'].map((name) => ({
              name,
              message: TIME,
            })),
          ],
        },
      ],
    },
  },
  {
    files: ['core/src/{web,dashboard,payer-pages}/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...rawMarkup,
        ...evaluatedAttributes,
        ...insideMarkup,
        ...ambientTime,
        ...uncheckedBindings,
      ],
    },
  },
  {
    files: [contract],
    rules: {
      'no-restricted-globals': [
        'error',
        ...ambientGlobals,
        ...['Buffer', 'process'].map((name) => ({ name, message: 'The contract for plugin authors stands alone.' })),
      ],
    },
  },
  {
    files: ['core/src/**/*.{ts,tsx}', 'core/plugin-{api,kit}/src/**/*.ts', 'plugins/*/src/**/*.{ts,tsx}'],
    ignores: ['core/src/cli/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: tests,
    rules: {
      'no-restricted-properties': [
        'error',
        ...['describe', 'it', 'context', 'specify'].flatMap((object) =>
          ['skip', 'only'].map((property) => ({ object, property, message: 'Every test runs, always.' })),
        ),
      ],
      'no-restricted-syntax': [
        'error',
        ...rawMarkup,
        {
          selector: 'CallExpression[callee.object.type="ThisExpression"][callee.property.name="skip"]',
          message: 'Every test runs, always.',
        },
        {
          selector: 'CallExpression[callee.name=/^(xit|xdescribe|xcontext|xspecify)$/]',
          message: 'Every test runs, always.',
        },
      ],
      // Answers are read as JSON, and an assertion is an expression.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
)
