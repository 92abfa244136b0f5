import { type Bench, USUAL_LINKS } from './bench.js'
import { load, type Request } from './load.js'
import type { Target } from './report.js'
import * as requests from './requests.js'
import { divided, figures, inRounds } from './rounds.js'
import type { Paylink } from './servers.js'

const target = (row: string, what: string): Target => ({
  row,
  what: `${what} as an MCP tool, 8 connections`,
  ratio: '/v1 req/s ÷ tool calls',
  goal: { most: 1.3 },
  redLine: 2,
})

const ROWS: [Target, (side: Paylink) => Request, (side: Paylink) => Request][] = [
  [target('18a', 'create'), requests.create, requests.createByTool],
  [target('18b', 'get one'), requests.getOne, requests.getOneByTool],
  [target('18c', 'list of 20'), requests.getList, requests.getListByTool],
]

/** Row 18: what a tool call costs beside the request of `/v1` that it stands for. */
export async function toolRows(bench: Bench): Promise<void> {
  const { options, report, engine } = bench
  const paylink = await bench.paylink(USUAL_LINKS)
  try {
    await paylink.start()
    const perSecond = async (request: Request) => (await load(request, 8, options.seconds)).perSecond
    for (const [row, request, toolRequest] of ROWS) {
      const taken = await inRounds(options.rounds, {
        request: () => perSecond(request(paylink)),
        tool: () => perSecond(toolRequest(paylink)),
      })
      report.add(engine, row, divided(taken.request, taken.tool), figures('req/s', taken))
    }
  } finally {
    await paylink.stop()
  }
}
