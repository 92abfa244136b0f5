import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Principal } from '../kernel/principal.js'
import { Problem } from '../kernel/problem.js'
import { prefersJson } from './accepted-type.js'
import { seeOther } from './answer.js'
import { cookieValues } from './cookies.js'

export const SESSION_COOKIE = 'paylink_session'

export interface Session {
  id: string
  principal: Principal
}

/** Looks up sessions. Implemented by the room that stores them. */
export abstract class Sessions {
  /** @param token the value of the session cookie; undefined: unknown, ended or expired */
  abstract find(token: string): Promise<Session | undefined>
}

const sessionOfResponse = new WeakMap<Response, Session>()

/** Lets only signed-in people through: others are sent to the sign-in page, programs that want JSON get a 401. */
export function sessionGuard(sessions: Sessions, signInPath: string): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    for (const token of cookieValues(request.headers.cookie, SESSION_COOKIE)) {
      const session = await sessions.find(token)
      if (!session) continue
      sessionOfResponse.set(response, session)
      return next()
    }
    if (prefersJson(request)) throw new Problem('unauthorized', { detail: 'Sign in first.' })
    // The answer to a form cannot be opened again, only a page.
    const query = request.method === 'GET' ? `?next=${encodeURIComponent(request.originalUrl)}` : ''
    seeOther(response, signInPath + query)
  }
}

/** The session of a request behind the guard. */
export function sessionOf(response: Response): Session {
  const session = sessionOfResponse.get(response)
  if (!session) throw new Error('this route is not protected by the session guard')
  return session
}

/** The path to open after signing in: a path of this server; anything else could lead to another site. */
export const pathAfterSignIn = (next: unknown, fallback: string): string =>
  typeof next === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(next) ? next : fallback
