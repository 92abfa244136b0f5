/** Generates the table of handlers (core/src/http/generated) and contract (core/src/contract/generated) from the controllers. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationInputTypes } from './contract-types.mjs'
import { finishContract } from './finish-contract.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const { generateRoutes, generateSpec } = require('tsoa')
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript')

const source = join(root, 'core/src')
const routesDir = join(source, 'http/generated')
const contractDir = join(source, 'contract/generated')

/** In place of tsoa's own templates: these bring its validation, and a copy of the code for each route. */
function handlersTemplate(folder) {
  const path = join(folder, 'handlers.hbs')
  writeFileSync(
    path,
    `/* eslint-disable */
import type { OperationHandler } from '../operation-handler.js';
{{#each controllers}}
import { {{name}} } from '{{modulePath}}';
{{/each}}

export const HANDLERS: readonly OperationHandler[] = [
{{#each controllers}}
{{#each actions}}
  { method: '{{method}}', path: '{{fullPath}}', controller: {{../name}}, action: '{{name}}', successStatus: {{#if successStatus}}{{successStatus}}{{else}}200{{/if}}, parameters: [{{#each parameters}}{ in: '{{in}}', name: '{{name}}'{{#if default}}, default: {{{json default}}}{{/if}} }, {{/each}}] },
{{/each}}
{{/each}}
];
`,
  )
  return path
}

/** Imports a module without imports of its own: the contract is generated before anything is compiled. */
async function importSource(file) {
  const text = readFileSync(join(source, file), 'utf8')
  const { outputText } = transpileModule(text, {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
  })
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`)
}

for (const dir of [routesDir, contractDir]) {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
}
const folder = mkdtempSync(join(tmpdir(), 'paylink-generate-'))
try {
  const common = {
    entryFile: join(source, 'main.ts'),
    controllerPathGlobs: [join(source, '**/*.controller.ts')],
    noImplicitAdditionalProperties: 'throw-on-extras',
  }
  const compilerOptions = { module: 199, moduleResolution: 99, target: 10, experimentalDecorators: true }
  await generateSpec(
    {
      ...common,
      outputDirectory: folder,
      specFileBaseName: 'openapi',
      specVersion: 3,
      name: 'PayLink API',
      description: 'Payment links: a fixed amount, a hosted page, a payment you can trust.',
      version: '0.0.1',
      license: 'MIT',
      securityDefinitions: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, sk_test_… or sk_live_…' },
      },
    },
    compilerOptions,
  )
  const { PROBLEMS } = await importSource('kernel/problem.ts')
  const limits = await importSource('contract/limits.ts')
  const generated = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
  const contract = finishContract(generated, PROBLEMS, limits)
  // As text: parsed once at run time, and no type for the compiler to infer.
  const text = JSON.stringify(JSON.stringify(contract))
  writeFileSync(join(contractDir, 'contract-text.ts'), `export const CONTRACT_TEXT =\n  ${text}\n`)
  writeFileSync(join(contractDir, 'operation-inputs.ts'), operationInputTypes(contract))
  await generateRoutes(
    {
      ...common,
      routesDir,
      routesFileName: 'handlers.ts',
      middleware: 'express',
      middlewareTemplate: handlersTemplate(folder),
      esm: true,
      bodyCoercion: false,
    },
    compilerOptions,
  )
} finally {
  rmSync(folder, { recursive: true })
}
