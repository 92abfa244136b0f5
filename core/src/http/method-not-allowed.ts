import type { RequestHandler } from 'express'
import { Problem } from '../kernel/problem.js'
import type { Contract } from '../contract/contract.js'

/** Answers 405 where the contract has the address, but not with this method. */
export function methodNotAllowed(contract: Contract): RequestHandler {
  const addresses = Object.entries(contract.paths).map(([path, operations]) => ({
    shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
    methods: Object.keys(operations).map((method) => method.toUpperCase()),
  }))
  return (request, _response, next) => {
    const methods = addresses.filter(({ shape }) => shape.test(request.path)).flatMap((address) => address.methods)
    if (methods.length === 0) return next()
    const allow = [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].join(', ')
    throw new Problem('method_not_allowed', { detail: `This URL allows only ${allow}.`, headers: { Allow: allow } })
  }
}
