import type { ComponentChildren } from 'preact'
import { PageHead } from '../components/page-head.js'
import type { FramedPage } from '../framed-page.js'

type Head = Parameters<typeof PageHead>[0]

/** A page of the settings, in one column. */
export const settingsPage = (head: Head, content: ComponentChildren): FramedPage => ({
  title: head.title,
  section: 'settings',
  content: (
    <div class="narrow">
      <PageHead {...head} />
      {content}
    </div>
  ),
})
