import { register } from 'node:module'

/** Loaded before a shard that runs with a seeded bug: `core/dist` is read through `mutation-hooks`. */
register('./mutation-hooks.js', import.meta.url)
