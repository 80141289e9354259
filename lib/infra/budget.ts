import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

export interface BudgetProps {
  /** The value of the tag `platform`, which assigns costs in the bill to the platform. */
  readonly platform: string;
  readonly monthlyUsd: number;
  readonly topic: Topic;
}

/** Notifies when a month's costs exceed the budget, or are forecast to exceed it. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { platform, monthlyUsd, topic }: BudgetProps) {
    super(scope, id);
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const notify = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    });
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:platform$${platform}`] },
      },
      notificationsWithSubscribers: [notify('ACTUAL', 80), notify('ACTUAL', 100), notify('FORECASTED', 100)],
    });
    // The budget is created after it is allowed to publish.
    budget.node.addDependency(topic);
  }
}
