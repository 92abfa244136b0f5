import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Closes what one command wrote. */
export const END = '\0'

export interface Request {
  args: readonly string[]
  /** Its `PAYLINK_` variables: it sees no others. */
  env: Record<string, string | undefined>
}

export interface Said {
  code: number
  stdout: string
  stderr: string
}

export interface Ended {
  code: number
  /** What the command left open. */
  open: string[]
  /** The next command would run as it does in a process of its own. */
  isReusable: boolean
}

const RUNNER = fileURLToPath(new URL('command-runner.js', import.meta.url))

/** A process beside the servers that runs one command after another: loading what a command needs takes a second. */
class CommandHost {
  private child: ChildProcess | undefined
  private last: Promise<unknown> = Promise.resolve()

  constructor() {
    process.once('exit', () => this.child?.kill('SIGKILL'))
  }

  /** In the order in which they are asked for. */
  run(request: Request): Promise<Said> {
    const said = this.last.then(() => this.ask(request))
    this.last = said.catch(() => undefined)
    return said
  }

  private async ask(request: Request): Promise<Said> {
    const child = (this.child ??= this.begin())
    const over = new AbortController()
    const { signal } = over
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error(`${request.args.join(' ')} ended the process that others were to use`)
    })
    const answered = once(child, 'message', { signal }) as Promise<[Ended]>
    const said = Promise.all([answered, untilEnd(child.stdout), untilEnd(child.stderr)])
    child.send(request)
    try {
      const [[{ code, open, isReusable }], stdout, stderr] = await Promise.race([said, ended])
      if (!isReusable) this.discard(child)
      if (open.length > 0) throw new Error(`${request.args.join(' ')} left open: ${open.join(', ')}`)
      return { code, stdout, stderr }
    } finally {
      over.abort()
    }
  }

  private begin(): ChildProcess {
    const child = fork(RUNNER, { silent: true })
    child.once('exit', () => this.forget(child))
    return child
  }

  private discard(child: ChildProcess): void {
    this.forget(child)
    child.kill('SIGKILL')
  }

  private forget(child: ChildProcess): void {
    if (this.child === child) this.child = undefined
  }
}

export const commandHost = new CommandHost()

/** What is written until the end of a command. */
function untilEnd(stream: NodeJS.ReadableStream | null): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const take = (piece: Buffer): void => {
      pieces.push(piece)
      const text = Buffer.concat(pieces).toString('utf8')
      if (!text.endsWith(END)) return
      stream?.off('data', take)
      resolve(text.slice(0, -END.length))
    }
    stream?.on('data', take)
  })
}
