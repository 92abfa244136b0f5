import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`a transaction on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    it('is not bypassed by a query while it is open: this suite would notice', async () => {
      const unitOfWork = paylink.container.get(UnitOfWork)
      expect(await unitOfWork.run((tx) => tx('accounts').select('id'))).to.have.length(1)
      const refusal = await unitOfWork
        .run(async () => paylink.db('accounts').select('id'))
        .catch((error: Error) => error.message)
      expect(refusal).to.match(/not part of it/)
      expect(await paylink.db('accounts').select('id')).to.have.length(1)
    })
  })
}
