import { isSafeIp } from '@paylink/core/outbound/safe-ip'
import { expect } from 'chai'

describe('an address returned by a resolver', () => {
  for (const text of ['fe80::1%eth0', '2606:4700:4700::1111%eth0', '::1%lo', '127.0.0.1%lo']) {
    it(`${text} names an interface of this machine and is never called`, () => {
      expect([isSafeIp(text, false), isSafeIp(text, true)]).to.deep.equal([false, false])
    })
  }

  for (const text of [
    '',
    'localhost',
    '8.8.8',
    '134744072',
    '010.8.8.8',
    '0x8.8.8.8',
    '8.8.8.8 ',
    '[2606:4700::1]',
    '8.8.8.8:80',
  ]) {
    it(`${JSON.stringify(text)} is not an address and is never called`, () => {
      expect([isSafeIp(text, false), isSafeIp(text, true)]).to.deep.equal([false, false])
    })
  }
})
