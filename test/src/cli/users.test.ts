import { expect } from 'chai'
import { Installation, type RunningServer } from '../support/command.js'
import { ENGINES } from '../support/engines.js'

const addressIn = (text: string): string | undefined => /http:\/\/\S+\/dashboard\/setup\/\S+/.exec(text)?.[0]

for (const engine of ENGINES) {
  describe(`paylink users on ${engine}`, () => {
    let site: Installation
    let server: RunningServer
    let address: string | undefined

    before(async () => {
      site = await Installation.make(engine)
      server = await site.start('up')
      address = addressIn(server.said.stdout)
    })
    after(() => site.remove())

    it('up prints the set-up address beside the key, and again while it was not used', async () => {
      expect(address).to.match(new RegExp(`^${site.url}/dashboard/setup/invt_\\w+[.]\\w+$`))
      expect(await server.stop()).to.equal(0)
      server = await site.start('up')
      expect(server.said.stdout).not.to.include('sk_')
      expect(addressIn(server.said.stdout)).to.equal(address)
    })

    it('invite: prints a one-time address; the default is a viewer; list shows who has not accepted', async () => {
      const made = await site.ask('users', 'invite', '--email', 'Ana@tienda.example', '--name', 'Ana')
      expect(made).to.have.all.keys('id', 'email', 'name', 'role', 'url', 'expiresAt', 'mailed')
      expect(made).to.include({ email: 'Ana@tienda.example', name: 'Ana', role: 'viewer', mailed: false })
      expect(made.url).to.match(new RegExp(`^${site.url}/dashboard/invitation/${made.id}[.]\\w+$`))
      expect(Date.parse(made.expiresAt) - Date.now()).to.be.within(6.99 * 86_400_000, 7 * 86_400_000)
      const owner = await site.ask('users', 'invite', '--email', 'lupita@tienda.example', '--role', 'owner')
      expect(owner.role).to.equal('owner')
      const listed: any[] = await site.ask('users', 'list')
      expect(listed.map(({ email, status }) => [email, status])).to.deep.equal([
        ['lupita@tienda.example', 'invited'],
        ['Ana@tienda.example', 'invited'],
      ])
      const { stdout } = await site.run('users', 'list')
      expect(stdout, 'the address opens the door').not.to.include(made.url)
      const entries: { actor: string; action: string; target: string }[] = await site.ask('audit', 'list')
      expect(entries).to.deep.include.members([
        { ...entries.find(({ target }) => target === made.id), actor: 'operator' },
      ])
    })

    it('exit 2 for wrong input, naming the flag', async () => {
      const wrong = [
        [['invite', '--email', 'nowhere'], '--email'],
        [['invite', '--email', 'eva@tienda.example', '--role', 'boss'], '--role'],
        [['invite', '--email', 'eva@tienda.example', '--name', ' '], '--name'],
        [['invite'], '--email'],
        [['reset-password', '--email', 'x'], '--email'],
        [['set-role', '--email', 'eva@tienda.example', '--role', 'boss'], '--role'],
        [['set-role', '--email', 'eva@tienda.example'], '--role'],
        [['remove'], '--email'],
        [['require-second-factor', 'maybe'], 'on or off'],
      ] as const
      const answers = await Promise.all(wrong.map(([args]) => site.run('users', ...args, '--json')))
      for (const [index, { code, stdout, stderr }] of answers.entries()) {
        expect({ code, stdout }, stderr).to.deep.equal({ code: 2, stdout: '' })
        expect(stderr).to.include(wrong[index]?.[1])
      }
    })

    it('exit 1 for an unknown user, and for the account that is missing', async () => {
      const unknown = ['--email', 'no-one@tienda.example']
      const answers = await Promise.all([
        site.run('users', 'reset-password', ...unknown),
        site.run('users', 'remove', ...unknown),
        site.run('users', 'set-role', ...unknown, '--role', 'admin'),
        site.run('users', 'list', '--account', 'acct_none'),
      ])
      for (const { code, stdout, stderr } of answers) {
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
        expect(stderr.trim().split('\n')).to.have.length(1)
      }
    })

    it('remove: withdraws an invitation; the other commands name what is missing in the same words', async () => {
      const ana = ['--email', 'ANA@tienda.example']
      const [role, reset] = await Promise.all([
        site.run('users', 'set-role', ...ana, '--role', 'admin'),
        site.run('users', 'reset-password', ...ana),
      ])
      expect(role.stderr).to.include('was invited and has not joined yet').and.to.equal(reset.stderr)
      const removed = await site.ask('users', 'remove', ...ana)
      expect(removed).to.include({ email: 'Ana@tienda.example', removed: true })
      const listed: any[] = await site.ask('users', 'list')
      expect(listed.map(({ email }) => email)).to.deep.equal(['lupita@tienda.example'])
      const [newest]: { action: string; target: string }[] = await site.ask('audit', 'list')
      expect(newest).to.include({ action: 'user.invitation_withdrawn', target: removed.id })
      expect((await site.run('users', 'remove', ...ana)).stderr).to.include('there is no user')
    })

    it('require-second-factor: on and off, on the record', async () => {
      const [{ id }] = await site.ask('accounts', 'list')
      expect(await site.ask('users', 'require-second-factor', 'on')).to.deep.equal({ id, requiresSecondFactor: true })
      expect(await site.ask('users', 'require-second-factor', 'off')).to.deep.equal({ id, requiresSecondFactor: false })
      const [newest]: { action: string; details: object }[] = await site.ask('audit', 'list')
      expect(newest?.details).to.deep.equal({ requiresSecondFactor: { from: true, to: false } })
    })
  })
}
