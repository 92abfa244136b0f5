/**
 * Runs the official conformance suite of MCP against the endpoints of agents, on the Node that it needs. Installs both into
 * a folder of their own, once.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const FOLDER = path.join(ROOT, '.conformance')
const TOOLS = { '@modelcontextprotocol/conformance': '0.2.0-alpha.12', node: '24.21.0' }

function isInstalled() {
  try {
    return Object.entries(TOOLS).every(([name, version]) => {
      const manifest = readFileSync(path.join(FOLDER, 'node_modules', name, 'package.json'), 'utf8')
      return JSON.parse(manifest).version === version
    })
  } catch {
    return false
  }
}

function install() {
  process.stdout.write(`Installing the suite in ${FOLDER} …\n`)
  mkdirSync(FOLDER, { recursive: true })
  // The package `node` puts its executable in place when it is installed.
  const manifest = { private: true, dependencies: TOOLS, allowScripts: { node: true } }
  writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(manifest))
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', args, { cwd: FOLDER, stdio: ['ignore', 'inherit', 'inherit'] })
}

if (!isInstalled()) install()
const runner = path.join(ROOT, 'test/dist/mcp-conformance/run.js')
const { status } = spawnSync(process.execPath, [runner, '--folder', FOLDER, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
