#!/usr/bin/env node
// `paylink-check` at its former address, for plugins that were made before the kit had a package of its own.
import '@paylink/plugin-kit/check'
