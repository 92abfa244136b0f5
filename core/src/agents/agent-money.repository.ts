import type { Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import type { Scope } from '../kernel/principal.js'

/** What the links ask for that one key or grant created in one day. */
export interface MoneyDay extends Scope {
  /** In the form of `creatorOf`. */
  holder: string
  /** In the account's time zone, as `2026-11-20`. */
  day: string
}

interface Row {
  centavos: number | string
}

const ADD = new Statement<Row>(
  `insert into agent_money (account_id, livemode, holder, day, centavos) values (?, ?, ?, ?, ?)
   on conflict (account_id, livemode, holder, day)
     do update set centavos = agent_money.centavos + excluded.centavos
   returning centavos`,
)

/** Rows exist for holders with a daily limit only, from the day on which they got it. */
export class AgentMoney {
  constructor(private readonly reader: Reader) {}

  /** Returns the new sum of the day in centavos. The row stays locked until the transaction ends. */
  async add(tx: Tx, { accountId, livemode, holder, day }: MoneyDay, centavos: number): Promise<number> {
    const [row] = await ADD.rows(tx, [accountId, livemode, holder, day, centavos])
    return Number(row?.centavos)
  }

  /** The sum of a day by holder, in centavos. */
  async ofDay({ accountId, livemode }: Scope, day: string): Promise<Map<string, number>> {
    const rows: (Row & { holder: string })[] = await this.reader('agent_money')
      .where({ account_id: accountId, livemode, day })
      .select('holder', 'centavos')
    return new Map(rows.map(({ holder, centavos }) => [holder, Number(centavos)]))
  }

  async deleteBefore(tx: Tx, day: string): Promise<void> {
    await tx('agent_money').where('day', '<', day).delete()
  }
}
