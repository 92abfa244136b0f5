// Keeps the words of `banned-words.json` out of names, comments, texts and docs. Given paths, it looks at those only.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const LIST = 'scripts/banned-words.json'
const { anywhere, names, prefixes, published, quoted } = JSON.parse(readFileSync(LIST, 'utf8'))
const CODE = /\.(ts|tsx|mjs|cjs|js)$/
const SKIPPED = /^(docs\/contract\/|package-lock\.json|scripts\/banned-words\.json)/

const PUBLISHED = new RegExp(`^(${published.files.join('|')})`)

/** `maxBytesHeld` → max bytes held; `MAX_BYTES` → max bytes. */
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...process.argv.slice(2)], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => (CODE.test(file) || file.endsWith('.md') || file === 'bin/paylink') && !SKIPPED.test(file))

const found = []
const report = (file, line, word, instead) => found.push(`${file}:${line}: "${word}": ${instead}`)

for (const file of files) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    continue // Deleted, and not committed yet.
  }
  text.split('\n').forEach((content, index) => {
    if (quoted.some((line) => content.includes(line))) return
    for (const part of content.match(/[A-Za-z]+/g) ?? []) {
      for (const word of wordsOf(part)) {
        const singular = word.replace(/s$/, '')
        const known = [word, singular].find((form) => Object.hasOwn(anywhere, form))
        if (known) report(file, index + 1, part, anywhere[known])
      }
    }
  })
  if (!/\.tsx?$/.test(file)) continue
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = node.text.replace(/^#/, '')
      const prefix = Object.keys(prefixes).find((start) => name.startsWith(start))
      const isPublished = published.names.includes(name) && PUBLISHED.test(file)
      const banned = isPublished ? undefined : wordsOf(name).find((word) => Object.hasOwn(names, word))
      const instead = banned ? names[banned] : prefix && prefixes[prefix]
      if (instead) report(file, source.getLineAndCharacterOfPosition(node.getStart()).line + 1, name, instead)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

for (const line of found) console.error(line)
if (found.length > 0) {
  console.error(`${found.length} words of ${LIST}`)
  process.exit(1)
}
