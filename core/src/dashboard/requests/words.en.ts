import type { RequestsWords } from './words.es-mx.js'

export const requestsEn: RequestsWords = {
  find: {
    title: 'Find a request',
    about: 'What came of a request to the API or to this dashboard, in the last 7 days.',
    field: 'X-Request-Id',
    hint: 'It comes with every response of the API and stands on error pages. You may paste the whole text.',
    button: 'Find',
    fault: 'There is no request id in that. It has 36 characters, like 0199c3f0-1a2b-7c3d-8e4f-5a6b7c8d9e0f.',
  },
  missing: {
    title: 'We could not find that request',
    text: 'They are kept for 7 days, and not all of them under heavy load. Those without a valid key are not shown here, nor those of another account.',
  },
  back: 'About',
  title: 'Request',
  outcomes: {
    done: { what: 'It was answered as asked.', means: '', remedy: '' },
    refused: {
      what: 'It was refused: something in the request was not right.',
      means: 'Nothing was done, and no money moved.',
      remedy: 'The problem below tells what to correct.',
    },
    limited: {
      what: 'It was refused: too many requests came within a minute.',
      means: 'Nothing was done, and no money moved.',
      remedy: 'Send it again later, with the same Idempotency-Key.',
    },
    left: {
      what: 'The client closed the connection before the response.',
      means: 'It may have been done or not.',
      remedy: 'Send it again with the same Idempotency-Key: it is not done twice.',
    },
    failed: {
      what: 'It failed on our side.',
      means: 'It may have been done or not. What your customers paid is safe.',
      remedy:
        'Send it again with the same Idempotency-Key: it is not done twice. If it happens again, give this id to the person who runs the server.',
    },
  },
  pageRemedy:
    'Open the page again and see there; sending the same form does not do it twice. If it happens again, give this id to the person who runs the server.',
  facts: {
    request: 'Request',
    at: 'When',
    status: 'Response',
    problem: 'Problem',
    who: 'Who',
    mode: 'Mode',
    ms: 'Took',
    client: 'From',
    id: 'X-Request-Id',
  },
  notHttp: 'Not an HTTP request',
  explain: 'What it means',
  modes: { live: 'Live', test: 'Test' },
  key: (name) => `API key “${name}”`,
  unknownKey: 'An API key that is gone',
  panel: 'Someone in this dashboard',
  noKey: 'No key',
  ms: (ms) => `${ms} ms`,
}
