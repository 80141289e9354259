import { Agent } from '#lib/contract/agents.ts';
import { AuditRecord } from '#lib/contract/audit-records.ts';
import { Client } from '#lib/contract/clients.ts';
import { Conversation } from '#lib/contract/conversations.ts';
import { Document } from '#lib/contract/documents.ts';
import { shapeOf } from '#lib/contract/projection.ts';

/*
 * The fields of the entities that can be exported. Bundling a function evaluates this file and keeps its
 * exports, so that an export does not create the schemas of all entities in its cold start.
 */

export const conversationShape = shapeOf(Conversation);
export const agentShape = shapeOf(Agent);
export const documentShape = shapeOf(Document);
export const clientShape = shapeOf(Client);
export const auditRecordShape = shapeOf(AuditRecord);
