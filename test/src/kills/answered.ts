/** Asks until there is an answer other than "still in progress". */
export async function answered(ask: () => Promise<{ status: number; body: any }>, status: number): Promise<any> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask()
    if (reply.status === status) return reply.body
    if (reply.body.code !== 'request_in_flight' || attempt > 100) {
      throw new Error(`expected ${status}, not ${reply.status}: ${JSON.stringify(reply.body)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
