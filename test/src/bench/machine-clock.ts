/** In milliseconds; the same in every process of one machine. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6
