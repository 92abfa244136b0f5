import { getHeapCodeStatistics } from 'node:v8'
import { collectGarbage } from '../support/collect-garbage.js'

/** Loaded into every child: tells the bench, when asked, what its heap holds after a garbage collection, in bytes, less compiled code. */
process.on('message', (message) => {
  if (!(message as { tellHeap?: true }).tellHeap) return
  collectGarbage()
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
  process.send?.({ heapUsed: process.memoryUsage().heapUsed - code - bytecode })
})
process.channel?.unref()
