import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditRecord } from 'voice-agent-platform-client';
import { AgentName, OrganizationName } from '../api/names.tsx';
import { words } from '../words/index.ts';

type Target = AuditRecord['target'];

/** The pages of what records are about. */
const links: Readonly<Record<string, (id: string) => ReactNode>> = {
  conversation: (conversationId) => (
    <Link to="/conversations/$conversationId" params={{ conversationId }}>
      {words.audit.thing('conversation')} …{conversationId.slice(-6)}
    </Link>
  ),
  agent: (agentId) => (
    <Link to="/agents/$agentId" params={{ agentId }}>
      <AgentName id={agentId} />
    </Link>
  ),
  client: (clientId) => (
    <Link to="/organizations/$clientId" params={{ clientId }}>
      <OrganizationName id={clientId} />
    </Link>
  ),
  webhook: (webhookId) => (
    <Link to="/webhooks/$webhookId" params={{ webhookId }}>
      {words.audit.thing('webhook')} …{webhookId.slice(-6)}
    </Link>
  ),
  tool_server: (toolServerId) => (
    <Link to="/tool-servers/$toolServerId" params={{ toolServerId }}>
      {words.audit.thing('tool_server')} …{toolServerId.slice(-6)}
    </Link>
  ),
  integration: (integrationId) => (
    <Link to="/integrations/$integrationId" params={{ integrationId }}>
      {words.audit.thing('integration')} …{integrationId.slice(-6)}
    </Link>
  ),
  analyzer: (analyzerId) => (
    <Link to="/analyzers/$analyzerId" params={{ analyzerId }}>
      {words.audit.thing('analyzer')} …{analyzerId.slice(-6)}
    </Link>
  ),
};

/** The target of an audit record, linked to its page if it has one. */
export const TargetName = ({ target: { type, id } }: { readonly target: Target }) => {
  if (id === 'platform') return <>{words.audit.thing('platform')}</>;
  return (
    links[type]?.(id) ?? (
      <span>
        {words.audit.thing(type)} …{id.slice(-6)}
      </span>
    )
  );
};
