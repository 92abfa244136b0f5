import { OPEN_ENDPOINT } from '@paylink/core/mcp/mcp.module'
import { Log } from '@paylink/core/kernel/log'
import { TestAppliance } from '../support/appliance.js'
import { freePort } from '../support/free-port.js'
import { openFixtureEndpoint } from './fixture-endpoint.js'
import { Forwarder } from './forwarder.js'

/** An appliance whose address is that of the forwarder in front of it. */
export class Harness {
  private constructor(
    readonly paylink: TestAppliance,
    private readonly forwarder: Forwarder,
  ) {}

  static async start(): Promise<Harness> {
    const [port, ownPort] = [await freePort(), await freePort()]
    const changes = { port: ownPort, baseUrl: `http://127.0.0.1:${port}` }
    const paylink = await TestAppliance.start(
      'sqlite',
      changes,
      { http: true, jobs: false },
      {
        beforeServing: async ({ container }) => {
          const log = container.get<Log>(Log)
          // Bound with the other parts that only serve HTTP: later than this.
          container.onActivation(OPEN_ENDPOINT, () => () => openFixtureEndpoint(log))
        },
      },
    )
    return new Harness(paylink, await Forwarder.start(port, { port: ownPort, token: () => paylink.key }))
  }

  get url(): string {
    return this.paylink.url
  }

  async stop(): Promise<void> {
    await this.forwarder.stop()
    await this.paylink.stop()
  }
}
