interface Limits {
  /** Bytes of one part, its headers included. */
  part: number
}

/**
 * Takes a multipart body as it arrives and gives back what to keep of it: every part, each up to its limit. So a file
 * that is too large costs no memory, and what was typed beside it is still there.
 */
export class MultipartTrimmer {
  private readonly delimiter: Buffer
  /** The first delimiter begins the body, all others a line. */
  private rest: Buffer = Buffer.from('\r\n')
  private room: number
  private isFirst = true
  /** For each part in order, how many bytes of it were left out. */
  readonly leftOut: number[] = []

  constructor(
    boundary: string,
    private readonly limits: Limits,
  ) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`)
    this.room = limits.part
  }

  /** What to keep of the body up to here, beyond what was given back before. */
  take(chunk: Buffer): Buffer {
    const kept: Buffer[] = []
    let data = Buffer.concat([this.rest, chunk])
    for (let at = data.indexOf(this.delimiter); at !== -1; at = data.indexOf(this.delimiter)) {
      kept.push(this.within(data.subarray(0, at)), this.isFirst ? this.delimiter.subarray(2) : this.delimiter)
      this.isFirst = false
      this.leftOut.push(0)
      this.room = this.limits.part
      data = data.subarray(at + this.delimiter.length)
    }
    // Its end may be the beginning of a delimiter.
    const sure = Math.max(0, data.length - this.delimiter.length + 1)
    kept.push(this.within(data.subarray(0, sure)))
    this.rest = Buffer.from(data.subarray(sure))
    return Buffer.concat(kept)
  }

  /** The end of a body that was sent completely. */
  end(): Buffer {
    return this.within(this.rest)
  }

  private within(content: Buffer): Buffer {
    const kept = content.subarray(0, this.room)
    this.room -= kept.length
    const last = this.leftOut.length - 1
    if (last >= 0) this.leftOut[last] = (this.leftOut[last] ?? 0) + content.length - kept.length
    return kept
  }
}
