import type { ComponentChildren, VNode } from 'preact'
import type { ShownEndpoint } from '../../webhooks/read-endpoints.js'
import { PostForm } from '../../web/form.js'
import type { Visit } from '../visit.js'
import { pathOf } from './endpoint-parts.js'

/** A form that is its button alone. */
export const ActForm = ({
  visit,
  endpoint,
  act,
  children,
}: {
  visit: Visit
  endpoint: ShownEndpoint
  act: 'ping' | 'pause' | 'resume'
  children: ComponentChildren
}): VNode => (
  <PostForm action={`${visit.base}${pathOf(endpoint)}/${act}`} csrfToken={visit.csrfToken}>
    {children}
  </PostForm>
)
