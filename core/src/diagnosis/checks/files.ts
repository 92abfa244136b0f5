import { ownSecretKeyFile, type Settings } from '@paylink/config'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readableByOthers, sqliteFiles } from '../../database/private-files.js'
import { keyFilesOf } from '../../secrets/key-files.js'
import type { Check } from '../check.js'
import { DOCTOR, hidden, kind, NO_FACTS } from '../finding.js'
import { sqlitePathOf } from '../../database/sqlite-path.js'

const MB = 1024 * 1024
const MIN_FREE_MB = 200

const isPrivate = kind({
  code: 'files.private',
  severity: 'fine',
  operator: () => 'readable only by their owner',
  'es-MX': () => ({ what: 'Los archivos con secretos están protegidos.' }),
  en: () => ({ what: 'The files with secrets are protected.' }),
})

const isReadable = kind<object, { files: string[] }>({
  code: 'files.readable',
  severity: 'wrong',
  operator: ({ files }) => `other users can read ${files.join(', ')}: chmod 600 ${files.join(' ')}`,
  'es-MX': () => ({
    what: 'En el servidor, otros usuarios pueden leer archivos con secretos.',
    means: 'Quien entre ahí podría copiar las llaves con las que cobras.',
    remedy: 'Quien administra el servidor ve qué archivos son y cómo se protegen con:',
  }),
  en: () => ({
    what: 'On the server, other users can read files with secrets.',
    means: 'With access there, one could copy the keys that you charge with.',
    remedy: 'The person who runs the server sees which files and how to protect them with:',
  }),
  command: DOCTOR,
})

export const filesCheck = (settings: Settings): Check => ({
  name: 'files',
  subject: { 'es-MX': 'los archivos del servidor', en: 'the files of the server' },
  look: async () => {
    const path = sqlitePathOf(settings.databaseUrl)
    const secrets = [...keyFilesOf(ownSecretKeyFile(settings.dataDir)), join(settings.dataDir, 'paylink.yaml')]
    const files = readableByOthers([...secrets, ...(path === null ? [] : sqliteFiles(path))])
    return [files.length > 0 ? isReadable('files', hidden({ files })) : isPrivate('files', NO_FACTS)]
  },
})

const ROOM = {
  'es-MX': () => ({ what: 'Hay espacio en el disco del servidor.' }),
  en: () => ({ what: 'There is room on the disk of the server.' }),
}

const hasRoom = kind<object, { mb: number; place: string }>({
  code: 'disk.has_room',
  severity: 'fine',
  operator: ({ mb, place }) => `${mb} MB free at ${place}`,
  ...ROOM,
})

const isUnused = kind({ code: 'disk.unused', severity: 'fine', operator: () => 'no data directory yet', ...ROOM })

const isFull = kind<object, { mb: number; place: string }>({
  code: 'disk.full',
  severity: 'critical',
  operator: ({ mb, place }) => `only ${mb} MB free at ${place}: free some space (df -h ${place})`,
  'es-MX': () => ({
    what: 'El disco del servidor está casi lleno.',
    means: 'Si se llena no se registran cobros nuevos. Lo que tus clientes pagaron lo sigue teniendo tu proveedor.',
    remedy: 'Pide a quien administra el servidor que libere espacio. Dónde, lo ve con:',
  }),
  en: () => ({
    what: 'The disk of the server is almost full.',
    means: 'If it fills up, no new charges are recorded. What your customers paid is still with your provider.',
    remedy: 'Ask the person who runs the server to free some space. Where, they see with:',
  }),
  command: DOCTOR,
})

export const diskCheck = (settings: Settings): Check => ({
  name: 'disk',
  subject: { 'es-MX': 'el disco del servidor', en: 'the disk of the server' },
  look: async () => {
    const places = [settings.dataDir, dirname(sqlitePathOf(settings.databaseUrl) ?? join(settings.dataDir, 'x'))]
    const present = [...new Set(places)].filter((place) => existsSync(place))
    const free = await Promise.all(present.map(freeAt))
    const [least] = free.sort((a, b) => a.mb - b.mb)
    if (!least) return [isUnused('disk', NO_FACTS)]
    return [(least.mb < MIN_FREE_MB ? isFull : hasRoom)('disk', hidden(least))]
  },
})

async function freeAt(place: string): Promise<{ mb: number; place: string }> {
  const { bavail, bsize } = await statfs(place)
  return { place, mb: Math.floor((bavail * bsize) / MB) }
}
