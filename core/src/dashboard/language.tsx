import type { VNode } from 'preact'
import type { ChangeLanguage } from '../identity/change-language.js'
import { seeOther } from '../web/answer.js'
import { PostForm } from '../web/form.js'
import { messagesOf } from '../web/messages/messages.js'
import { otherLanguageOf } from '../web/other-language.js'
import type { DashboardPaths } from './dashboard-paths.js'
import type { Route } from './route.js'
import type { Visit } from './visit.js'

/** A person's own language, kept for every visit. */
export const languageRoutes = (changeLanguage: ChangeLanguage, paths: DashboardPaths): Route[] => [
  {
    method: 'post',
    path: '/language',
    permission: 'self',
    formAt: '/more',
    answer: async ({ session, fields, response }) => {
      await changeLanguage.run(session, fields['language'] === 'en' ? 'en' : 'es-MX')
      seeOther(response, paths.next(fields['next']))
    },
  },
]

export function LanguageButton({ visit }: { visit: Visit }): VNode {
  const other = otherLanguageOf(visit.locale)
  return (
    <PostForm action={`${visit.base}/language`} csrfToken={visit.csrfToken}>
      <input type="hidden" name="next" value={visit.address} />
      <button type="submit" class="text-button" name="language" value={other} lang={other}>
        {messagesOf(visit.locale).otherLanguage}
      </button>
    </PostForm>
  )
}
